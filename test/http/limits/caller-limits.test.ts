import { readdirSync } from "node:fs";
import path from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";

// Before the app reads its environment.
vi.hoisted(() => {
  Object.assign(process.env, {
    RATE_LIMIT_BURST: "3",
    RATE_LIMIT_PER_SECOND: "1",
    WRONG_CREDENTIALS_BURST: "2",
  });
});

import * as bundleDetail from "~/api/bundle-detail.portal";
import * as contractList from "~/api/contract-list";
import * as health from "~/api/health";
import * as topOrders from "~/api/top-orders.portal";
import { apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import { createKey } from "~/features/api-keys/api-keys.service.server";
import { bundlePageLoader } from "~/features/bundles/storefront/storefront.endpoints.server";
import { settingsLoader } from "~/features/shops/settings.endpoints.server";
import { signInLoader } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { metrics } from "~/http/endpoint/metrics.server";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import { db } from "~db/client.server";
import { shops } from "~db/schema/shops";
import { ORIGIN } from "../../support/calls/json-endpoints";
import { ask, pageRequest } from "../../support/calls/pages";
import { signedQuery } from "../../support/calls/portal";
import { createTestShop, nextNumber, signIn, type TestShop, testAudit } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  // The clock is stopped, so no bucket is refilled.
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  await resetDatabase();
  shop = await createTestShop();
  return () => vi.useRealTimers();
});

type Page = Partial<Record<"loader" | "action", Parameters<typeof ask>[0]>>;
type Route = { loader: (args: LoaderFunctionArgs) => Promise<Response> };
const newAddress = () => `203.0.113.${nextNumber()}`;

async function askOften(times: number, { loader }: Route, query: string, headers: Record<string, string>) {
  const statuses: number[] = [];
  for (let call = 0; call < times; call++) {
    const request = new Request(`${ORIGIN}/${query}`, { headers });
    const response = await loader({ request, params: { handle: "coffee" }, context: {} });
    statuses.push(response.status);
    if (response.status === 429) expect(response.headers.get("Retry-After")).toBe("1");
  }
  return statuses;
}

test("public JSON is limited by address, and its headers say how much is left", async () => {
  const query = `?shop=${shop.shop.storeDomain}`;
  const from = (address: string) => ({ [PEER_ADDRESS_HEADER]: address });
  const address = newAddress();
  expect(await askOften(4, bundleDetail, query, from(address))).toEqual([404, 404, 404, 429]);
  expect(await askOften(1, bundleDetail, query, from(newAddress()))).toEqual([404]);
  // A network of IPv6 is one address.
  expect(await askOften(3, bundleDetail, query, from("2001:db8:1:2::1"))).toEqual([404, 404, 404]);
  expect(await askOften(1, bundleDetail, query, from("2001:db8:1:2::2"))).toEqual([429]);
  expect(await askOften(9, health, "", from(address))).toEqual(Array(9).fill(200));
});

test("behind the platform's proxy each customer of each shop is limited alone, whatever its address", async () => {
  const other = await createTestShop();
  const ask = (times: number, of: TestShop, customer: number) =>
    askOften(times, topOrders, signedQuery(of, customer), { [PEER_ADDRESS_HEADER]: newAddress() });
  expect((await ask(4, shop, 1)).at(-1)).toBe(429);
  expect(await ask(1, shop, 2)).not.toContain(429);
  expect(await ask(1, other, 1)).not.toContain(429);
});

test("wrong keys and forged signatures are limited by address, and right keys are not", async () => {
  const headers = { [PEER_ADDRESS_HEADER]: newAddress() };
  const wrong = { ...headers, "X-API-Key": `${shop.readKey}x` };
  expect(await askOften(3, contractList, "", wrong)).toEqual([401, 401, 429]);
  expect(await askOften(1, topOrders, `${signedQuery(shop, 1)}0`, headers)).toEqual([429]);
  expect(await askOften(1, contractList, "", { ...headers, "X-API-Key": shop.readKey })).toEqual([200]);
  expect(await askOften(1, contractList, "", { ...wrong, [PEER_ADDRESS_HEADER]: newAddress() })).toEqual([
    401,
  ]);
});

test("a key that is tried from elsewhere than its addresses is limited by address, not by its own rate", async () => {
  const [office, elsewhere] = [newAddress(), newAddress()];
  const terms = { name: "Office", scope: "read", addresses: [office] } as const;
  const { key } = await createKey(shop.id, terms, testAudit());
  const from = (address: string) => ({ "X-API-Key": key, [PEER_ADDRESS_HEADER]: address });
  expect(await askOften(4, contractList, "", from(elsewhere))).toEqual([403, 403, 429, 429]);
  expect(await askOften(3, contractList, "", from(office))).toEqual([200, 200, 200]);
});

test("a session of staff is limited alone, whatever page it opens", async () => {
  const [first, second] = [await signIn(shop.id, shop.staff.id), await signIn(shop.id, shop.staff.id)];
  const open = (cookie: string) => ask(settingsLoader, pageRequest("/admin/settings", { cookie }));
  for (const status of [200, 200, 200]) expect((await open(first)).status).toBe(status);
  const keys = await ask(apiKeysLoader, pageRequest("/admin/api-keys", { cookie: first }));
  expect([keys.status, keys.headers.get("Retry-After")]).toEqual([429, "1"]);
  expect((await open(second)).status).toBe(200);
});

/** The admin's pages outside its layout, which asks for a session. */
const loaded = readdirSync("app/routes")
  .filter((file) => /^admin_\..*\.tsx$/.test(file))
  .map(async (file) => [file, (await import(path.resolve("app/routes", file))) as Page] as const);
const publicPages = await Promise.all(loaded);

test("every public page of the admin is found", () => {
  expect(publicPages.length).toBeGreaterThanOrEqual(7);
});

test.each(publicPages)("%s is limited by address, also its form", async (_file, { loader, action }) => {
  for (const [handler, form] of [
    [loader, undefined],
    [action, { email: "nobody@else.example", password: "wrong" }],
  ] as const) {
    if (!handler) throw new Error("The page cannot be counted.");
    const visit = (address: string) => ask(handler, pageRequest("/x?token=x", { form, address }));
    const address = newAddress();
    for (let call = 0; call < 3; call++) expect((await visit(address)).status).not.toBe(429);
    const refused = await visit(address);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
    expect((await visit(newAddress())).status).not.toBe(429);
  }
});

test("cookies without a session are limited by address; signed-in staff of that address do not notice", async () => {
  const address = newAddress();
  const cookie = await signIn(shop.id, shop.staff.id);
  const invented = `perennial_session=${"x".repeat(43)}`;
  const open = (cookie: string) => ask(settingsLoader, pageRequest("/admin/settings", { cookie, address }));
  for (const status of [302, 302, 302, 429]) expect((await open(invented)).status).toBe(status);
  expect((await ask(signInLoader, pageRequest("/admin/sign-in", { address }))).status).toBe(429);
  expect((await open(cookie)).status).toBe(200);
});

test("a page and the layout around it count a visitor once, and refuse together", async () => {
  const address = newAddress();
  const visit = async () => {
    const context = { visit: {} };
    const request = () =>
      pageRequest("/admin/settings", { cookie: `perennial_session=${"x".repeat(43)}`, address });
    const answers = await Promise.all([
      ask(settingsLoader, request(), {}, context),
      ask(apiKeysLoader, request(), {}, context),
    ]);
    return answers.map(({ status }) => status);
  };
  for (let call = 0; call < 3; call++) expect(await visit()).toEqual([302, 302]);
  expect(await visit()).toEqual([429, 429]);
});

test("the keys of a shop are limited as the shop has set it, each alone", async () => {
  await db.update(shops).set({ rateBurst: 2 }).where(eq(shops.id, shop.id));
  const by = (key: string) => ({ "X-API-Key": key });
  expect(await askOften(3, contractList, "", by(shop.readKey))).toEqual([200, 200, 429]);
  expect(await askOften(1, contractList, "", by(shop.writeKey))).toEqual([200]);
  const other = await createTestShop();
  expect(await askOften(4, contractList, "", by(other.readKey))).toEqual([200, 200, 200, 429]);
});

test("a caller that goes on in spite of many refusals gets further ones late", async () => {
  const headers = { "X-API-Key": shop.readKey };
  expect(await askOften(13, contractList, "", headers)).toEqual([200, 200, 200, ...Array(10).fill(429)]);
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date", "setTimeout"] });
  let late: number[] = [];
  const asked = askOften(1, contractList, "", headers).then((statuses) => {
    late = statuses;
  });
  await vi.advanceTimersByTimeAsync(499);
  expect(late).toEqual([]);
  await vi.advanceTimersByTimeAsync(501);
  await asked;
  expect(late).toEqual([429]);
  expect(await askOften(1, contractList, "", { "X-API-Key": shop.writeKey })).toEqual([200]);
});

test("pages of the storefront are counted among the metrics", async () => {
  const request = new Request(`${ORIGIN}/?shop=${shop.shop.storeDomain}`);
  await bundlePageLoader({ request, params: { handle: "coffee" }, context: {} });
  expect(await metrics.registry.metrics()).toContain(
    'http_request_duration_seconds_count{operation="readBundlePage",route_kind="page",status="404"} 1',
  );
});
