import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deleteOldCalls } from "~/access/idempotent-calls.repo.server";
import { toPortalKey } from "~/access/key-ring.server";
import { seal } from "~/access/sealed-value.server";
import { bulkUpdateDeliveryPrice } from "~/features/bulk-automations/api/bulk-automations.endpoints.server";
import { createSubscriptionContract } from "~/features/contracts/create/new-contract.endpoints.server";
import { skipUnskipLine } from "~/features/contracts/operations/lines/skip-line.server";
import { createWebhookEndpoint } from "~/features/webhooks/api/webhooks.endpoints.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonRoute } from "~/http/endpoint/routes.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { countRows } from "~db/rows.server";
import { contractLines, contracts } from "~db/schema/contracts";
import { idempotentCalls } from "~db/schema/idempotent-calls";
import { webhookEndpoints } from "~db/schema/webhooks";
import { inTransaction } from "~db/transaction.server";
import { createLateMessages } from "../../../scripts/serving/late-messages.mjs";
import { askJson, ORIGIN, sendJson } from "../../support/calls/json-endpoints";
import { insertCatalogue } from "../../support/data/catalogue";
import { createTestShop, insertContract, insertCustomer, type TestShop } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { eventually } from "../../support/processes/eventually";

const shop = shopOfEachTest();

async function prepare(of: TestShop = shop) {
  const { id: customerId } = await insertCustomer(of.id);
  const { products } = await insertCatalogue(of.id);
  return {
    customerId,
    nextBillingDate: "2031-01-31T09:00:00Z",
    lines: [{ variantId: products[0]?.variantIds[0] }],
    billingPolicyInterval: "MONTH",
    billingPolicyIntervalCount: 1,
  };
}

async function send(
  endpoint: Endpoint,
  { body, query = "", key, by = shop }: { body?: unknown; query?: string; key?: string; by?: TestShop },
) {
  const sent = body === undefined ? { headers: {} } : sendJson(body);
  const response = await askJson(endpoint, `/x?${query}`, {
    method: endpoint.method,
    ...sent,
    headers: { ...sent.headers, "X-API-Key": by.writeKey, ...(key && { "Idempotency-Key": key }) },
  });
  const text = await response.text();
  const { status, headers } = response;
  const isReplayed = headers.get("Idempotency-Replayed") === "true";
  return { status, text, headers, isReplayed, code: JSON.parse(text).code };
}
const create = (body: unknown, key?: string, by?: TestShop) =>
  send(createSubscriptionContract, { body, key, by });
const countContracts = (of: TestShop = shop) => countRows(db, contracts, { shopId: of.id });
const changeCall = (fields: Partial<typeof idempotentCalls.$inferInsert>) =>
  db.update(idempotentCalls).set(fields).where(eq(idempotentCalls.shopId, shop.id));

describe("a write with an Idempotency-Key", () => {
  test("is carried out once; sent again it is answered byte for byte as at first", async () => {
    const wanted = await prepare();
    const first = await create(wanted, "order-1");
    expect([first.status, first.isReplayed]).toEqual([201, false]);
    await db.update(contracts).set({ customerName: "Changed since" }).where(eq(contracts.shopId, shop.id));
    const again = await create(wanted, "order-1");
    expect([again.status, again.isReplayed, again.text]).toEqual([201, true, first.text]);
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(again.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    expect(await countContracts()).toBe(1);
    expect((await create(wanted, "order-2")).isReplayed).toBe(false);
    expect((await create(wanted)).isReplayed).toBe(false);
    expect(await countContracts()).toBe(3);
  });

  test("a toggle that is sent twice is toggled once", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}] });
    const query = `contractId=${contract.subscriptionContractId}&lineId=${contract.lines[0]?.id}`;
    const readSkipped = async () =>
      (
        await db
          .select({ isSkipped: contractLines.skippedNextOrder })
          .from(contractLines)
          .where(and(eq(contractLines.shopId, shop.id), eq(contractLines.id, contract.lines[0]?.id ?? "")))
      )[0]?.isSkipped;
    for (const isReplayed of [false, true]) {
      const answer = await send(skipUnskipLine.merchant, { query, key: "skip" });
      expect([answer.status, answer.isReplayed]).toEqual([200, isReplayed]);
      expect(await readSkipped()).toBe(true);
    }
  });

  test("answers a secret that is shown once a second time, to the same call only", async () => {
    const body = { url: "https://hooks.example/in" };
    const first = await send(createWebhookEndpoint, { body, key: "hook" });
    const again = await send(createWebhookEndpoint, { body, key: "hook" });
    expect(JSON.parse(first.text).secret).toMatch(/^whsec_/);
    expect(again.text).toBe(first.text);
  });

  test("with a secret in its answer keeps that sealed; a process of the release before, or without the key, finds no answer", async () => {
    const body = { url: "https://hooks.example/in" };
    const secret = () => send(createWebhookEndpoint, { body, key: "hook" });
    const first = await secret();
    const [call] = await db.select().from(idempotentCalls);
    expect(JSON.stringify(call)).not.toContain(JSON.parse(first.text).secret);
    // What such a process reads: done, and no answer.
    expect([call?.status, call?.headers, call?.body]).toEqual([null, null, null]);
    expect(call?.doneAt).not.toBeNull();
    const again = await secret();
    expect([again.status, again.isReplayed, again.text]).toEqual([201, true, first.text]);
    const { sealed } = call ?? {};
    const long = new Date(Date.now() - 61_000);
    const otherKey = seal(JSON.parse("{}"), [toPortalKey(randomBytes(32).toString("base64url"))]);
    await changeCall({ sealed: otherKey, claimedAt: long, doneAt: long });
    expect(await secret()).toMatchObject({ status: 409, code: "idempotency_answer_lost" });
    // The release before replaces an expired call and leaves the column as it was.
    await changeCall({ sealed, claim: randomUUID() });
    expect(await secret()).toMatchObject({ status: 409, code: "idempotency_answer_lost" });
    expect(await countRows(db, webhookEndpoints, { shopId: shop.id })).toBe(1);
  });

  test("is refused with another call, is another key in another shop, and is free again after a refusal", async () => {
    const wanted = await prepare();
    expect((await create({ ...wanted, lines: [{ variantId: 1 }] }, "order-1")).status).toBe(400);
    expect((await create(wanted, "order-1")).status).toBe(201);
    const other = await create({ ...wanted, billingPolicyIntervalCount: 2 }, "order-1");
    expect([other.status, other.code]).toEqual([422, "idempotency_key_reused"]);
    const neighbour = await createTestShop();
    expect((await create(await prepare(neighbour), "order-1", neighbour)).status).toBe(201);
    expect([await countContracts(), await countContracts(neighbour)]).toEqual([1, 1]);
    const tooLong = await create(wanted, "x".repeat(256));
    expect([tooLong.status, JSON.parse(tooLong.text).errors[0].parameter]).toEqual([400, "Idempotency-Key"]);
  });

  test("sent fifty times at once it is carried out once; calls that come too early get Retry-After", async () => {
    const wanted = await prepare();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(wanted, "order-1")));
    expect(await countContracts()).toBe(1);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, code, headers } of answers.filter((answer) => answer.status !== 201))
      expect([status, code, headers.get("Retry-After")]).toEqual([409, "idempotency_key_in_use", "1"]);
    expect((await create(wanted, "order-1")).text).toBe(made[0]?.text);
  });
});

describe("a process that dies", () => {
  test("before anything is committed: a minute later the call is carried out by who sends it again", async () => {
    const wanted = await prepare();
    await create(wanted, "order-1");
    await db.delete(contracts).where(eq(contracts.shopId, shop.id));
    const nothing = { doneAt: null, status: null, headers: null, body: null };
    await changeCall({ ...nothing, claimedAt: new Date(Date.now() - 30_000) });
    expect((await create(wanted, "order-1")).code).toBe("idempotency_key_in_use");
    await changeCall({ claimedAt: new Date(Date.now() - 61_000) });
    const again = await create(wanted, "order-1");
    expect([again.status, again.isReplayed]).toEqual([201, false]);
    expect(await countContracts()).toBe(1);
  });

  test("between commit and answer: the call is under way for a minute, then its answer is lost; it is not carried out a second time", async () => {
    const wanted = await prepare();
    await create(wanted, "order-1");
    const [call] = await db.select().from(idempotentCalls);
    expect(call?.doneAt).not.toBeNull();
    await changeCall({ status: null, body: null });
    const early = await create(wanted, "order-1");
    expect([early.code, early.headers.get("Retry-After")]).toEqual(["idempotency_key_in_use", "1"]);
    const long = new Date(Date.now() - 61_000);
    await changeCall({ claimedAt: long, doneAt: long });
    const again = await create(wanted, "order-1");
    expect([again.status, again.code]).toEqual([409, "idempotency_answer_lost"]);
    expect(await countContracts()).toBe(1);
  });

  test("a request that was only slow and has lost its key to another commits nothing", async () => {
    const contract = await insertContract(shop.id, { lines: [{}, {}] });
    const query = `contractId=${contract.subscriptionContractId}&lineId=${contract.lines[0]?.id}`;
    let slow: ReturnType<typeof send> | undefined;
    await inTransaction(async (tx) => {
      await tx.execute(sql`select from contracts where shop_id = ${shop.id} for update`);
      slow = send(skipUnskipLine.merchant, { query, key: "skip" });
      await eventually(async () => expect(await countRows(db, idempotentCalls, { shopId: shop.id })).toBe(1));
      await changeCall({ claim: randomUUID() });
    });
    expect((await slow)?.code).toBe("idempotency_key_in_use");
    const [line] = await db
      .select({ isSkipped: contractLines.skippedNextOrder })
      .from(contractLines)
      .where(eq(contractLines.id, contract.lines[0]?.id ?? ""));
    expect(line?.isSkipped).toBe(false);
  });
});

test("a key is free again after a day, and what was kept of it is deleted", async () => {
  const wanted = await prepare();
  await create(wanted, "old");
  await changeCall({ claimedAt: new Date(Date.now() - DAY_MS - 1000) });
  expect((await create(wanted, "old")).isReplayed).toBe(false);
  expect(await countContracts()).toBe(2);
  await deleteOldCalls(shop.id, new Date(Date.now() + DAY_MS + 1000));
  expect(await countRows(db, idempotentCalls, { shopId: shop.id })).toBe(0);
});

test("a call without a body under a key is refused for what it lacks, also when its request is made late, as served", async () => {
  const { writeKey } = await createTestShop();
  const { LateRequest } = createLateMessages(globalThis);
  const url = `${ORIGIN}/api/external/v2/bulk-automations/delivery-price?deliveryPrice=34.67`;
  const headers = { "x-api-key": writeKey, "idempotency-key": "no-body" };
  const request = new LateRequest({ method: "PUT", url, headers }, () => {
    return new Request(url, { method: "PUT", headers });
  });
  const response = await jsonRoute(bulkUpdateDeliveryPrice).action({ request, params: {}, context: {} });
  expect([response.status, (await response.json()).errors]).toMatchObject([
    400,
    [{ pointer: "/subscriptionIds", code: "required" }],
  ]);
});
