import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShop, signIn } from "../../support/data/factories";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

const ROUTE_KINDS = [
  ["a page", ""],
  ["a page's data", ".data"],
] as const;

let app: ServedApp;
let cookie: string;
beforeAll(async () => {
  await resetDatabase();
  const shop = await createTestShop();
  cookie = await signIn(shop.id, shop.staff.id);
  app = await serveApp();
});
afterAll(stopServedApps);

test.each(ROUTE_KINDS)(
  "a form that is refused for now says when to come again, on %s",
  async (_face, pageData) => {
    const ask = () =>
      fetch(`${app.origin}/admin/sign-in-link${pageData}`, {
        method: "POST",
        headers: { Origin: app.origin },
        body: new URLSearchParams({ email: `nobody${pageData}@example.com` }),
      });
    for (let i = 0; i < 5; i++) expect((await ask()).status).not.toBe(429);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
  },
);

test.each(ROUTE_KINDS)(
  "a method that %s does not take is answered with those it takes",
  async (_face, pageData) => {
    const headers = { Cookie: cookie, Origin: app.origin };
    const answer = await fetch(`${app.origin}/admin/settings${pageData}`, { method: "PUT", headers });
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD, POST"]);
  },
);
