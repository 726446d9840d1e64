import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findShopSettings } from "~/access/shops.repo.server";
import { createTestShop, signIn, type TestShop } from "../../support/data/factories";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let app: ServedApp;
let shop: TestShop;
let cookie: string;

beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop();
  cookie = await signIn(shop.id, shop.staff.id);
  app = await serveApp();
});
afterAll(stopServedApps);

const get = (path: string, init: RequestInit = {}) =>
  fetch(app.origin + path, { redirect: "manual", ...init });

test.each([
  ["sign-in", "/admin/sign-in"],
  ["the admin", "/admin"],
  ["an unknown page of the admin", "/admin/nowhere"],
  ["the portal", "/apps/memberships/cp"],
  ["the portal's door", "/apps/subscriptions/cp?view=sent"],
  ["a bundle", "/apps/memberships/bundles/coffee"],
  ["a referral link", "/apps/memberships/friends/x"],
  ["nothing", "/nowhere"],
  ["the problems", "/problems"],
  ["a problem", "/problems/conflict"],
  ["the API documentation", "/api/docs"],
])("the page of %s stands in nobody's frame", async (_what, path) => {
  const signedIn = path.startsWith("/admin") && path !== "/admin/sign-in";
  const { headers } = await get(`${path}${path.includes("?") ? "&" : "?"}shop=${shop.shop.storeDomain}`, {
    headers: signedIn ? { Cookie: cookie } : {},
  });
  expect(headers.get("Content-Type")).toContain("text/html");
  expect(headers.get("Content-Security-Policy")).toMatch(/(^|; )frame-ancestors 'none'(;|$)/);
});

describe("a portal path of a shop's own", () => {
  const save = async (portalPath: string) => {
    const settings = await findShopSettings(shop.id);
    if (!settings) throw new Error("the test's shop is gone");
    const { name, timeZone, currencyCode, updatedAt } = settings;
    const fields = { name, publicDomain: "", portalPath, timeZone, currencyCode };
    const response = await get("/admin/settings.data?intent=save&_routes=routes%2Fadmin.settings", {
      method: "POST",
      headers: { Cookie: cookie, Origin: app.origin },
      body: new URLSearchParams({ ...fields, updatedAt: updatedAt.toISOString() }),
    });
    return { status: response.status, text: await response.text() };
  };

  test.each([
    "admin",
    "Admin/portal",
    "admin/contracts",
    "api/portal",
    "api",
    "loyalty",
    "loyalty/x",
    "healthz",
  ])("is not %s, where a route of ours answers", async (path) => {
    const { status, text } = await save(path);
    expect([status, text.includes("/portalPath")]).toEqual([400, true]);
  });

  test.each([
    "apps/memberships/bundles/coffee",
    "apps/subscriptions/friends/me",
    "apps/memberships/cp/api",
    "problems",
    "problems/x",
  ])("is not %s either", async (path) => expect((await save(path)).status).toBe(400));

  test.each(["pages/membership", "apps/subscriptions/cp", "apps/memberships/cp/mine", "administration"])(
    "may be %s, where nothing else is",
    async (path) => {
      await save(path);
      expect((await findShopSettings(shop.id))?.portalPath).toBe(path);
    },
  );
});
