import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import { getTestClock, putTestClock } from "~/features/billing/test-clock/test-clock.endpoints.server";
import { readBundle, updateBundling } from "~/features/bundles/api/bundles-api.endpoints.server";
import { readContract } from "~/features/contracts/operations/raw-contract.endpoints.server";
import { updateContractInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import {
  createSellingPlanGroup,
  deleteSellingPlanGroup,
  updateSellingPlanGroup,
} from "~/features/selling-plans/plan-groups.endpoints.server";
import { readSellingPlanGroup } from "~/features/selling-plans/selling-plans.endpoints.server";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  readWebhookEndpoint,
  rotateWebhookSecret,
} from "~/features/webhooks/api/webhooks.endpoints.server";
import { type Endpoint, mayBeConditional } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { countRows } from "~db/rows.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { variants } from "~db/schema/catalogue";
import { contracts } from "~db/schema/contracts";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { askJson, sendJson } from "../../support/calls/json-endpoints";
import { asCustomer } from "../../support/calls/portal";
import { saveSettings } from "../../support/calls/portal-contract";
import { bundleProduct, insertPricedProducts, insertTestBundle } from "../../support/data/bundles";
import { createTestShop, insertCustomer, type TestShop } from "../../support/data/factories";
import { CALLS, type Contract, insertForCalls, nameOf } from "../../support/models/every-contract-call";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
let contract: Contract;
let portal: Record<string, string>;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ gateway: "test" });
  const { id: customerId } = await insertCustomer(shop.id);
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
  contract = await insertForCalls(shop.id, customerId);
  portal = await asCustomer(shop, customerId);
});

type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

async function send(endpoint: Endpoint, { params, query, body, headers }: Sent) {
  const response = await askJson(endpoint, `/x?${new URLSearchParams(query)}`, {
    method: endpoint.method,
    params,
    headers: {
      ...(endpoint.access.apiKey ? { "X-API-Key": shop.writeKey } : portal),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: sendJson(body).body }),
  });
  const text = await response.text();
  const { status } = response;
  return { status, text, etag: response.headers.get("ETag") ?? "", answer: text ? JSON.parse(text) : null };
}

const params = () => ({ contractId: String(contract.id) });
const read = (headers: Record<string, string> = {}, endpoint: Endpoint = readContract.merchant) =>
  send(endpoint, { params: params(), headers });
const setInterval = (intervalCount: number, headers: Record<string, string> = {}) =>
  send(updateContractInterval.merchant, {
    query: { ...params(), interval: "WEEK", intervalCount: String(intervalCount) },
    headers,
  });
const failed = expect.objectContaining({ code: "precondition_failed", status: 412 });

describe("the ETag of a contract", () => {
  test("is the same for merchant and customer, in the answer to a write and when it is read again", async () => {
    const first = await read();
    expect(first.etag).toMatch(/^"[\w-]{27}"$/);
    expect((await read({}, readContract.portal)).etag).toBe(first.etag);
    const changed = await setInterval(3);
    expect(changed.etag).not.toBe(first.etag);
    expect((await read()).etag).toBe(changed.etag);
  });

  test("changes with what no version counts, such as its orders, and with what it does not show", async () => {
    const first = await read();
    await db
      .update(billingAttempts)
      .set({ completedAt: new Date() })
      .where(and(eq(billingAttempts.shopId, shop.id), eq(billingAttempts.id, contract.attempt)));
    const second = await read();
    expect(second.etag).not.toBe(first.etag);
    await db.update(contracts).set({ version: sql`version + 1` }).where(eq(contracts.shopId, shop.id));
    const third = await read();
    expect([third.text, third.etag === second.etag]).toEqual([second.text, false]);
  });

  test("named by If-None-Match answers 304 without a body, weak or strong, until it has changed", async () => {
    const { etag } = await read();
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await read({ "If-None-Match": known });
      expect([again.status, again.text, again.etag]).toEqual([304, "", etag]);
    }
    expect((await read({ "If-None-Match": '"other"' })).status).toBe(200);
    await setInterval(3);
    expect((await read({ "If-None-Match": etag })).status).toBe(200);
  });
});

const rows = endpointTable.flatMap(({ endpoints }) => endpoints);
const writes = [
  ...new Map(rows.filter(mayBeConditional).map((endpoint) => [endpoint.operationId, endpoint])).values(),
];
const onContracts = writes.filter((endpoint) => nameOf(endpoint) in CALLS);
/** They create something, or change nothing that has a tag. All others check If-Match. */
const WITHOUT_TAGS = [
  "createSubscriptionContract",
  "createWebhookEndpoint",
  "eraseCustomerData",
  "testWebhookEndpoint",
  "replayWebhookEvents",
  "createTestPaymentMethod",
  "bulkUpdateDeliveryPrice",
  "createBulkAutomation",
  "createSellingPlanGroup",
  "pauseBulkAutomation",
  "continueBulkAutomation",
  "cancelBulkAutomation",
  "undoBulkAutomation",
];

test("every write of merchants and customers obeys If-Match, or changes nothing that has an ETag", () => {
  const disobedient = writes.filter(({ obeysIfMatch }) => !obeysIfMatch).map(nameOf);
  expect(disobedient.sort()).toEqual([...WITHOUT_TAGS].sort());
});

test("a write that cannot look refuses If-Match instead of passing over it", async () => {
  const wanted = { body: { url: "https://hooks.example/in" } };
  const refused = await send(createWebhookEndpoint, { ...wanted, headers: { "If-Match": "*" } });
  expect(refused.answer).toEqual(failed);
  expect((await send(createWebhookEndpoint, wanted)).status).toBe(201);
});

test.each(["merchant", "customer"] as const)(
  "each write of a contract by a %s is refused with 412 and changes nothing when If-Match is stale, and is done when it is not",
  async (caller) => {
    const asked = onContracts.filter(({ access }) => (access.apiKey ? "merchant" : "customer") === caller);
    expect(asked.length).toBeGreaterThan(15);
    const outcomes: Record<string, unknown> = {};
    for (const endpoint of asked) {
      contract = await insertForCalls(shop.id, contract.customer);
      const call = CALLS[nameOf(endpoint)]?.(contract) ?? {};
      const before = await read();
      const count = await countRows(db, activity, { shopId: shop.id });
      const stale = await send(endpoint, { ...call, headers: { "If-Match": `"stale", W/${before.etag}` } });
      const isChanged =
        (await read()).etag !== before.etag || (await countRows(db, activity, { shopId: shop.id })) !== count;
      const current = await send(endpoint, { ...call, headers: { "If-Match": `"other", ${before.etag}` } });
      outcomes[endpoint.operationId] = [stale.answer.code, isChanged, current.status === 412];
    }
    const expected = ["precondition_failed", false, false];
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((name) => [name, expected])));
  },
);

describe("If-Match", () => {
  test("accepts one of many writes that have all read the same version", async () => {
    const headers = { "If-Match": (await read()).etag };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => setInterval(index + 2, headers)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
  });

  test("malformed it is reported as an error; of no contract it is ignored", async () => {
    const wrong = await setInterval(2, { "If-Match": "stale" });
    expect([wrong.status, wrong.answer.errors[0].parameter]).toEqual([400, "If-Match"]);
    contract = { ...contract, id: 99_999_999_999 };
    expect((await setInterval(2, { "If-Match": '"stale"' })).status).toBe(404);
  });

  test("sent again with the same Idempotency-Key gets the first answer, though the contract has changed by it", async () => {
    const headers = { "If-Match": (await read()).etag, "Idempotency-Key": "once" };
    const first = await setInterval(3, headers);
    const again = await setInterval(3, headers);
    expect([again.status, again.text, again.etag]).toEqual([200, first.text, first.etag]);
  });
});

test("a bundle is changed when all bundles named are as they were read, with prices and choices", async () => {
  const priced = await insertPricedProducts(shop.id, ["10.00", "5.00"]);
  const products = priced.map(({ productId, variantId }) => bundleProduct(productId, variantId));
  const [first, second] = priced.map(({ productId }) => productId);
  for (const handle of ["one", "two"]) await insertTestBundle(shop.id, { handle, products });
  const readTag = async (handle: string) => (await send(readBundle, { params: { handle } })).etag;
  const add = (headers: Record<string, string>, ...handles: string[]) =>
    send(updateBundling, {
      body: handles.map((babHandle) => ({
        babHandle,
        sourceProducts: [{ sourceProductId: first, addSubProductIds: [second] }],
      })),
      headers,
    });
  const [one, two] = [await readTag("one"), await readTag("two")];
  expect((await add({ "If-Match": one }, "one", "two")).answer).toEqual(failed);
  expect((await add({ "If-Match": `${one}, ${two}` }, "one", "two")).status).toBe(200);
  expect((await add({ "If-Match": one }, "one")).answer).toEqual(failed);
  const now = await readTag("one");
  await db.update(variants).set({ price: "12.00" }).where(eq(variants.shopId, shop.id));
  expect((await add({ "If-Match": now }, "one")).answer).toEqual(failed);
  expect((await add({ "If-Match": await readTag("one") }, "one")).status).toBe(200);
});

test("a webhook endpoint is changed, given another secret and deleted only as it was read", async () => {
  const { answer: made } = await send(createWebhookEndpoint, { body: { url: "https://hooks.example/in" } });
  const of = { params: { endpointId: String(made.id) } };
  const { etag: first } = await send(readWebhookEndpoint, of);
  const change = { ...of, body: { types: ["order.paid"] } };
  const changed = await send(changeWebhookEndpoint, { ...change, headers: { "If-Match": first } });
  expect(changed.status).toBe(200);
  expect((await send(readWebhookEndpoint, of)).etag).toBe(changed.etag);
  for (const endpoint of [changeWebhookEndpoint, rotateWebhookSecret, deleteWebhookEndpoint])
    expect((await send(endpoint, { ...change, headers: { "If-Match": first } })).answer).toEqual(failed);
  const headers = { "If-Match": changed.etag };
  expect((await send(deleteWebhookEndpoint, { ...of, headers })).status).toBe(200);
});

test("a group of selling plans is changed and deleted only as it was read", async () => {
  const plan = { name: "Monthly", interval: "MONTH", intervalCount: 1 };
  const body = { name: "Save", productIds: [], sellingPlans: [plan] };
  const { answer: made } = await send(createSellingPlanGroup, { body });
  const of = { params: { id: String(made.id) } };
  const { etag: first } = await send(readSellingPlanGroup, of);
  const change = { ...of, body: { ...body, name: "Save more" } };
  const changed = await send(updateSellingPlanGroup, { ...change, headers: { "If-Match": first } });
  expect([changed.status, changed.etag]).toEqual([200, (await send(readSellingPlanGroup, of)).etag]);
  for (const endpoint of [updateSellingPlanGroup, deleteSellingPlanGroup])
    expect((await send(endpoint, { ...change, headers: { "If-Match": first } })).answer).toEqual(failed);
  const headers = { "If-Match": changed.etag };
  expect((await send(deleteSellingPlanGroup, { ...of, headers })).status).toBe(200);
});

test("a test clock is moved only from where it was read", async () => {
  const at = (days: number) => ({ query: { now: new Date(Date.now() + days * 86_400_000).toISOString() } });
  const { etag } = await send(putTestClock, at(1));
  const { etag: read } = await send(getTestClock, {});
  // It is under way; both callers get the same state.
  expect(read).toBe(etag);
  expect((await send(putTestClock, { ...at(2), headers: { "If-Match": read } })).status).toBe(200);
  expect((await send(putTestClock, { ...at(3), headers: { "If-Match": '"stale"' } })).answer).toEqual(failed);
});
