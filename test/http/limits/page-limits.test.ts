import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";

// Before the app reads its environment.
vi.hoisted(() => {
  Object.assign(process.env, { RATE_LIMIT_BURST: "3", RATE_LIMIT_PER_SECOND: "1" });
});

import { portalPreview } from "~/features/portal/settings/portal-settings.endpoints.server";
import { landingLoader } from "~/features/referrals/landing/landing.pages.server";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import { ORIGIN } from "../../support/calls/json-endpoints";
import { customerToken, signedQuery } from "../../support/calls/portal";
import { createTestShop, insertContract, nextNumber, type TestShop } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

type Handler = (args: { request: Request; params: object; context: object }) => Promise<Response>;
type Module = { loader?: Handler; action?: Handler; default?: unknown };

/** All routes of complete pages outside the admin; the start page is only a redirect. */
const loaded = readdirSync("app/routes")
  .filter((file) => !file.startsWith("admin") && file !== "_index.tsx")
  .map(async (file) => [file, (await import(path.resolve("app/routes", file))) as Module] as const);
const routes = (await Promise.all(loaded)).filter(([, route]) => !route.default);

let shop: TestShop;
beforeEach(async () => {
  // The clock is stopped, so no bucket is refilled.
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  await resetDatabase();
  shop = await createTestShop();
  return () => vi.useRealTimers();
});

const newAddress = () => `203.0.113.${nextNumber()}`;
const params = { handle: "coffee", token: "ref_1_x", code: "not_found" };

async function visit(handler: Handler | undefined, query: string, address: string, method = "GET") {
  const headers = { [PEER_ADDRESS_HEADER]: address, "Accept-Language": "de", Origin: ORIGIN };
  const request = new Request(`${ORIGIN}/x${query}`, { method, headers });
  const response = await (handler as Handler)({ request, params, context: {} });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const visitOften = async (times: number, query: string, toAddress: () => string, handler: unknown) => {
  const statuses: number[] = [];
  for (let call = 0; call < times; call++)
    statuses.push((await visit(handler as Handler, query, toAddress())).status);
  return statuses;
};

const isOfShop = (file: string) => /^(apps\..*|\$)\.ts$/.test(file);

test("every page of customers is found", () => {
  expect(routes.filter(([file]) => isOfShop(file)).length).toBeGreaterThanOrEqual(9);
});

test.each(routes)(
  "%s is limited by address, also its forms, with a page that says so",
  async (file, route) => {
    const address = newAddress();
    for (let call = 0; call < 3; call++)
      expect((await visit(route.loader, "", address)).status).not.toBe(429);
    for (const [handler, method] of [
      [route.loader, "GET"],
      [route.action, "POST"],
    ] as const) {
      const { status, headers, text } = await visit(handler, "", address, method);
      expect([status, headers.get("Retry-After")]).toEqual([429, "1"]);
      expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      if (!isOfShop(file)) continue;
      expect(text).toContain("Zu viele Versuche in kurzer Zeit.");
      // It belongs to no shop: neither title nor foot have a gap where the name would be.
      expect(text).not.toMatch(/ · <\/title>|<footer/);
    }
    expect((await visit(route.loader, "", newAddress())).status).not.toBe(429);
  },
);

test("a URL that is refused counts as well", async () => {
  for (const query of ["?other=%00", "?signature=forged"])
    expect((await visitOften(4, query, () => "198.51.100.1", landingLoader)).at(-1)).toBe(429);
});

const findPortal = () => routes.find(([file]) => file === "apps.memberships.cp.ts")?.[1].loader;

test("a preview in the admin is not a visit: whoever has used up an address does not keep staff from it", async () => {
  const address = newAddress();
  expect(await visitOften(4, "", () => address, findPortal())).toContain(429);
  expect(await visitOften(4, "", () => address, portalPreview.loader)).toEqual([302, 302, 302, 302]);
});

test("who has a portal link is limited alone, whatever the address; a link that is none is not", async () => {
  const portal = findPortal();
  const [first, second] = [await insertContract(shop.id), await insertContract(shop.id)];
  const [one, two] = [
    await customerToken(shop, first.customerId),
    await customerToken(shop, second.customerId),
  ];
  expect(await visitOften(4, `?token=${one}`, newAddress, portal)).toEqual([200, 200, 200, 429]);
  const address = newAddress();
  expect(await visitOften(3, `?token=${two}`, () => address, portal)).toEqual([200, 200, 200]);
  expect((await visitOften(1, "", () => address, portal))[0]).not.toBe(429);
  const elsewhere = newAddress();
  for (let call = 0; call < 3; call++)
    expect((await visit(portal, `?token=wrong${call}`, elsewhere)).status).not.toBe(429);
  expect((await visit(portal, "?token=wrong3", elsewhere)).status).toBe(429);
});

test("behind the platform's proxy each customer is limited alone, and visitors without a name are not", async () => {
  const portal = findPortal();
  const { customerId } = await insertContract(shop.id);
  const ofProxy = () => "198.51.100.2";
  expect((await visitOften(4, signedQuery(shop, customerId), ofProxy, portal)).at(-1)).toBe(429);
  const other = await insertContract(shop.id);
  expect(await visitOften(1, signedQuery(shop, other.customerId), ofProxy, portal)).toEqual([200]);
  expect(await visitOften(9, signedQuery(shop, null), ofProxy, landingLoader)).not.toContain(429);
});

test.each(routes.filter(([file]) => isOfShop(file)))(
  "%s counts its logo apart from visits, and refuses it without a page",
  async (_file, { loader }) => {
    const address = newAddress();
    const query = `?logo=${shop.id}-${"0".repeat(32)}`;
    for (let call = 0; call < 3; call++) expect((await visit(loader, query, address)).status).toBe(404);
    const { status, headers, text } = await visit(loader, query, address);
    expect([status, headers.get("Retry-After"), headers.get("Content-Type"), text]).toEqual([
      429,
      "1",
      "text/plain; charset=utf-8",
      "Too many calls for now.",
    ]);
    expect((await visit(loader, "", address)).status).not.toBe(429);
  },
);

test("logos behind the platform's proxy are not counted: all visitors of a shop have one address there", async () => {
  const address = newAddress();
  const query = signedQuery(shop, null, { parameters: { logo: `${shop.id}-${"0".repeat(32)}` } });
  expect(await visitOften(5, query, () => address, findPortal())).toEqual([404, 404, 404, 404, 404]);
});
