import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import { closeShop } from "~/features/shop-closing/closing.service.server";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { askJson, sendJson } from "../support/calls/json-endpoints";
import { ask, pageRequest } from "../support/calls/pages";
import { asCustomer, signedQuery } from "../support/calls/portal";
import { saveSettings } from "../support/calls/portal-contract";
import { createTestShop, insertCustomer, signIn, type TestShop, testAudit } from "../support/data/factories";
import { insertProgramme } from "../support/data/referrals";
import { PUBLIC_KINDS, toCall } from "../support/isolation/calls-with-ids";
import { CUSTOMER_PAGES } from "../support/isolation/customer-page-cases";
import { CUSTOMER_HANDLERS } from "../support/isolation/customer-page-handlers";
import { digestShop } from "../support/isolation/digest";
import { type Ids, makeIds, startBulkHigh, startHigh } from "../support/isolation/ids-of-a-shop";
import {
  type CustomerPageIds,
  makeCustomerPageIds,
  storefrontRequest,
} from "../support/isolation/ids-of-customer-pages";
import { listPageEndpoints } from "../support/isolation/page-endpoints";
import { resetDatabase } from "../support/setup/database";

const calls = endpointTable.flatMap(({ path, endpoints }) =>
  endpoints.map((endpoint) => ({ path, endpoint, name: `${path} ${endpoint.operationId}` })),
);
const named = <Row extends { name: string }>(rows: Row[]) => rows.map((row) => [row.name, row] as const);
const ofKeys = calls.filter(({ endpoint }) => endpoint.access.apiKey);
const ofCustomers = calls.filter(({ endpoint }) => endpoint.access.customer);
const ofEverybody = calls.filter(({ endpoint }) => endpoint.operationId in PUBLIC_KINDS);

const pages = (await listPageEndpoints())
  .filter(({ endpoint }) => endpoint.access.staff)
  .map((page) => ({ page, name: `${page.route} ${page.endpoint.operationId}` }));

const visits = Object.entries(CUSTOMER_PAGES).flatMap(([route, cases]) =>
  typeof cases === "string" ? [] : cases.map((one) => ({ route, one, name: one.name })),
);

/**
 * What staff of a closed shop can still do: see that it is closed, reopen it, take its contracts along, and go to another of
 * their shops.
 */
const OPEN_TO_STAFF = [
  "readClosedShop",
  "reopenShop",
  "exportContractList",
  "readAdminShell",
  "switchShop",
  "readSecondFactor",
  "beginSecondFactor",
  "confirmSecondFactor",
  "renewRecoveryCodes",
  "turnOffSecondFactor",
].sort();

let shop: TestShop;
let customerId: number;
let ids: Ids;
let ofPages: CustomerPageIds;
let cookie: string;
let token: { Authorization: string };
let rows: Record<string, string>;

beforeAll(async () => {
  await resetDatabase();
  await startHigh();
  shop = await createTestShop({ gateway: "test" });
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
  await insertProgramme(shop.id);
  await startBulkHigh(shop.id);
  ids = await makeIds(shop);
  customerId = (await insertCustomer(shop.id)).id;
  ofPages = await makeCustomerPageIds(shop, ids, customerId);
  cookie = await signIn(shop.id, shop.staff.id);
  token = await asCustomer(shop, customerId);
  await closeShop(shop.id, testAudit(new Date()));
  // What a process has looked up before it knows for two seconds.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2500 });
  rows = await digestShop(shop.id);
});
afterAll(() => void vi.useRealTimers());

const CLOSED = expect.objectContaining({ status: 403, code: "shop_closed" });

describe("in a closed shop a call is refused, and changes nothing", () => {
  const send = async ({ path, endpoint }: (typeof calls)[number], query: string, headers: object) => {
    const { params } = toCall(endpoint, path, ids);
    const { body } = endpoint.method === "GET" ? {} : sendJson({});
    const response = await askJson(endpoint, `/x${query}`, {
      method: endpoint.method,
      params,
      headers: { "Content-Type": "application/json", ...headers },
      body,
    });
    return response.json();
  };

  test.each(named(ofKeys))("by a key: %s", async (_name, call) => {
    expect(await send(call, "", { "X-API-Key": shop.writeKey })).toEqual(CLOSED);
  });

  test.each(named(ofCustomers))("by a customer: %s", async (_name, call) => {
    expect(await send(call, "", token)).toEqual(CLOSED);
    expect(await send(call, signedQuery(shop, customerId, { now: new Date() }), {})).toEqual(CLOSED);
  });

  test.each(named(ofEverybody))("by anybody: %s", async (_name, { path, endpoint }) => {
    const kind = PUBLIC_KINDS[endpoint.operationId];
    const asked = { ...ids, handle: ids.bundle, token: ofPages.friendToken };
    const query = new URLSearchParams({
      shop: shop.shop.storeDomain,
      token: ofPages.friendToken,
      email: "a@b.example",
    });
    const response = await askJson(endpoint, `/x?${query}`, {
      method: endpoint.method,
      params: kind === "bundle" ? { handle: asked.handle } : { token: asked.token },
      headers: { "Content-Type": "application/json" },
      ...(endpoint.method !== "GET" && { body: sendJson({ token: asked.token, email: "a@b.example" }).body }),
    });
    expect([path, await response.json()]).toEqual([path, CLOSED]);
  });
});

describe("in a closed shop, staff are led to the page that says so", () => {
  const shut = pages.filter(({ page }) => !page.endpoint.access.staffOfClosedShop);

  test("except for what is for everybody who is signed in", () => {
    const open = pages.filter((row) => !shut.includes(row)).map(({ page }) => page.endpoint.operationId);
    expect([...new Set(open)].sort()).toEqual(OPEN_TO_STAFF);
  });

  test.each(named(shut))("%s", async (_name, { page }) => {
    const { endpoint, intent, handler } = page;
    const form = endpoint.method === "GET" ? undefined : {};
    const request = pageRequest(`/admin/x${intent === null ? "" : `?intent=${intent}`}`, { cookie, form });
    const { status, headers } = await ask(handler, request, {});
    const answer = [status, headers.get("Location")];
    // A link that downloads would save the page it is led to as the file.
    const isPage = page.route.startsWith("admin.");
    expect(
      isPage
        ? [[302, "/admin/closed"]]
        : [
            [302, "/admin/closed"],
            [403, null],
          ],
    ).toContainEqual(answer);
  });
});

test.each(named(visits))(
  "in a closed shop a page for customers says that it is closed: %s",
  async (_name, { route, one }) => {
    const handlers = CUSTOMER_HANDLERS[route];
    const form = one.form?.(ofPages);
    const response = await (form ? handlers?.send : handlers?.visit)?.({
      request: storefrontRequest(shop, one.path(ofPages), form),
      params: one.params?.(ofPages) ?? {},
      context: {},
    });
    expect([response?.status, await response?.text()]).toEqual([
      403,
      expect.stringContaining("This shop’s subscriptions are closed"),
    ]);
  },
);

test("nothing of the closed shop has changed by all that", async () => {
  expect(await digestShop(shop.id)).toEqual(rows);
});
