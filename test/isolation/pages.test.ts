import { beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";
import { billedMonthly, billOrderNow, callerAt, firstOrderOf } from "../support/calls/billing";
import { ask, pageRequest, withJson } from "../support/calls/pages";
import { addEndpoint } from "../support/calls/webhooks";
import { insertTestBundle } from "../support/data/bundles";
import { inDays } from "../support/data/days";
import { createTestShop, insertCustomer, nextNumber, signIn, type TestShop } from "../support/data/factories";
import { withoutSent } from "../support/isolation/comparable";
import { digestShop } from "../support/isolation/digest";
import {
  makeIds,
  makeIdsOfCustomer,
  startBulkHigh,
  startHigh,
  UNKNOWN_IDS,
} from "../support/isolation/ids-of-a-shop";
import { makePageIds, UNKNOWN_PAGE_IDS } from "../support/isolation/ids-of-pages";
import {
  type AllIds,
  type Kind,
  listPageKinds,
  listUncased,
  toPageCall,
} from "../support/isolation/page-cases";
import { listPageEndpoints, type PageEndpoint } from "../support/isolation/page-endpoints";
import { resetDatabase } from "../support/setup/database";

const allPages = (await listPageEndpoints())
  .filter(({ endpoint }) => !("public" in endpoint.access))
  .map((page) => ({ page, kinds: listPageKinds(page) }));
const pages = allPages.filter(({ kinds }) => kinds.length > 0);

let shop: TestShop;
let other: TestShop;
let cookie: string;
let own: AllIds;
/** What belongs to the shop's other customers, contracts and endpoints. */
let ofAnother: AllIds;
let foreign: AllIds;
let rowsOfOther: Record<string, string>;
const unknown: AllIds = { ...UNKNOWN_IDS, ...UNKNOWN_PAGE_IDS };

beforeAll(async () => {
  await resetDatabase();
  await startHigh();
  shop = await createTestShop({ gateway: "test" });
  other = await createTestShop({ gateway: "test" });
  await startBulkHigh(other.id);
  const ofOther = await makeIds(other);
  foreign = { ...ofOther, ...(await makePageIds(other, ofOther, other.staff.id)) };
  const ids = await makeIds(shop);
  own = { ...ids, ...(await makePageIds(shop, ids, shop.staff.id)) };
  await sell(shop, own);
  await sell(other, foreign);
  ofAnother = await makeAnew(["webhookEndpoint"]);
  cookie = await signIn(shop.id, shop.staff.id);
  rowsOfOther = await digestShop(other.id);
});

/** Charges an order of the product, which lists of orders then find by it. */
async function sell(seller: TestShop, { product, variant }: AllIds): Promise<void> {
  const lines = [{ productId: Number(product), variantId: Number(variant) }];
  const order = await firstOrderOf(await billedMonthly(seller, { nextBillingDate: inDays(10), lines }));
  await billOrderNow(callerAt(seller, new Date()), order.id);
}

/** Things of a contract, customer, endpoint or bundle, created again for a call that may use them up. */
async function makeAnew(kinds: Kind[]): Promise<AllIds> {
  const ids = { ...own, ...(await makeIdsOfCustomer(shop, (await insertCustomer(shop.id)).id)) };
  if (kinds.includes("webhookEndpoint"))
    ids.webhookEndpoint = String((await addEndpoint(shop, `http://127.0.0.1:9/${nextNumber()}`)).id);
  if (kinds.includes("bundleRow")) ids.bundle = (await insertTestBundle(shop.id)).handle;
  return { ...ids, ...(await makePageIds(shop, ids, shop.staff.id)) };
}

/** Everything in an answer that a caller could compare, except the request's id and the id they sent. */
async function askPage(page: PageEndpoint, ids: AllIds, kind: Kind) {
  const { params, query, form, body } = toPageCall(page, ids, kind);
  const sent = pageRequest(`/admin/x?${query}`, { cookie, form });
  const request = body ? withJson(sent, body) : sent;
  let document = "";
  const handler: typeof page.handler = async (args) => {
    const outcome = await page.handler(args);
    if (outcome instanceof Response) document = await outcome.clone().text();
    return outcome;
  };
  const answer = await ask(handler, request, params);
  const text = JSON.stringify([answer.status, [...answer.headers], answer.data, document])
    .replace(/\\?"requestId\\?":\\?"[^"\\]*\\?"/, "")
    .replace(/"now":"[^"]*"/, "")
    .replace(/"formKey":"[^"]*"/, "")
    .replace(/\["x-request-id","[^"]*"\]/, "");
  return withoutSent(text, [ids[kind]]);
}

/**
 * Calls whose answer is the same for any id: the log of notices, which is empty for one's own customer, too; deleting a
 * view, which is gone either way.
 */
const SAME_FOR_OWN = new Set([
  "readNoticeLog",
  "deleteContractView",
  "deleteOrderView",
  "deleteCustomerView",
  "deleteReferralView",
]);

/** The owner of each kind, where an address names both. */
const OWNERS: Partial<Record<Kind, Kind>> = {
  line: "contract",
  order: "contract",
  discount: "contract",
  paymentMethod: "contract",
  noteOfContract: "contract",
  portalLink: "contract",
  noteOfCustomer: "customer",
  delivery: "webhookEndpoint",
};

describe("a page of the admin answers an id of another shop like one that does not exist, and changes nothing there", () => {
  test.each(pages.map((row) => [row.page.endpoint.operationId, row] as const))("%s", async (name, row) => {
    const { page, kinds } = row;
    const mine = page.endpoint.method === "GET" ? own : await makeAnew(kinds);
    const refusals = new Map<Kind, string>();
    for (const kind of kinds) {
      const refusal = await askPage(page, { ...mine, [kind]: unknown[kind] }, kind);
      refusals.set(kind, refusal);
      expect([kind, await askPage(page, { ...mine, [kind]: foreign[kind] }, kind)]).toEqual([kind, refusal]);
      // At the address of one contract (customer, endpoint) nothing of the shop's others is found.
      const owner = OWNERS[kind];
      if (owner && kinds.includes(owner))
        expect([kind, await askPage(page, { ...mine, [kind]: ofAnother[kind] }, kind)]).toEqual([
          kind,
          refusal,
        ]);
    }
    expect(await digestShop(other.id)).toEqual(rowsOfOther);
    // With the shop's own ids the page finds something.
    const once = page.endpoint.method === "GET" ? null : await askPage(page, mine, kinds[0] ?? "contract");
    for (const kind of SAME_FOR_OWN.has(name) ? [] : kinds)
      expect([kind, once ?? (await askPage(page, mine, kind))]).not.toEqual([kind, refusals.get(kind)]);
  });
});

/** The names that a visit reads in its address, beside those read of every address. */
async function recordNames(visit: () => Promise<unknown>): Promise<string[]> {
  const methods = ["get", "getAll", "has"] as const;
  const spies = methods.map((method) => vi.spyOn(URLSearchParams.prototype, method));
  await visit();
  const names = spies.flatMap((spy) => spy.mock.calls.map(([name]) => name));
  for (const spy of spies) spy.mockRestore();
  return [...new Set(names)];
}

/** A page that declares nothing, and reads in its address what it is told to. */
function makePage(read: (address: URLSearchParams) => unknown): PageEndpoint {
  const endpoint = defineEndpoint({
    operationId: "readGizmo",
    summary: "",
    method: "GET",
    access: { staff: "viewer" },
    handler: async ({ context }) => read(context.url.searchParams) ?? null,
  });
  return { route: "admin.gizmos.tsx", intent: null, endpoint, handler: pageLoader(endpoint) };
}

describe("what a page reads in its address without declaring it", () => {
  const visit = (page: PageEndpoint, kind: Kind = "contract") => recordNames(() => askPage(page, own, kind));

  test("has a case, or is listed as no id", async () => {
    // Documents read beside it whether the platform has signed the request.
    const ofEvery = new Set([...(await visit(makePage(() => null))), "signature"]);
    const uncased: string[] = [];
    for (const { page, kinds } of allPages.filter(({ page }) => page.endpoint.method === "GET")) {
      const names = (await visit(page, kinds[0])).filter((name) => !ofEvery.has(name));
      const { operationId } = page.endpoint;
      uncased.push(...listUncased(operationId, names).map((name) => `${operationId}: ${name}`));
    }
    expect(uncased).toEqual([]);
  });

  test("is noticed, and has no case under any name", async () => {
    const names = await visit(makePage((address) => [address.get("contract"), address.getAll("gizmo")]));
    expect(listUncased("readGizmo", names)).toEqual(expect.arrayContaining(["contract", "gizmo"]));
  });
});

test.each(["gizmoId", "contract", "order", "gizmo"])(
  "a form with the field %s that no case knows fails",
  (field) => {
    const endpoint = defineEndpoint({
      operationId: "changeGizmo",
      summary: "",
      method: "POST",
      access: { staff: "editor" },
      body: z.object({ [field]: z.string() }),
      handler: async () => null,
    });
    const page = { route: "admin.gizmos.tsx", intent: null, endpoint, handler: pageLoader(endpoint) };
    expect(() => listPageKinds(page)).toThrow(`changeGizmo: no case for ${field}`);
  },
);

test("a page with an id that no case knows fails", () => {
  const endpoint = defineEndpoint({
    operationId: "readGizmo",
    summary: "",
    method: "GET",
    access: { staff: "viewer" },
    params: z.object({ gizmoId: z.string() }),
    handler: async () => null,
  });
  const page = { route: "admin.gizmos_.$gizmoId.tsx", intent: null, endpoint, handler: pageLoader(endpoint) };
  expect(() => listPageKinds(page)).toThrow("readGizmo: no case for gizmoId");
});
