import { readdirSync } from "node:fs";
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

/** The pages by their files, as the router reads the names: `admin_.join.tsx` is /admin/join, parameters are 1. */
const PAGES = readdirSync("app/routes").map((file) => {
  const name = file.replace(/\.tsx?$/, "").replaceAll("[.]", "%2E");
  const parts = name.split(".").map((part) => part.replace(/^_index$/, "").replace(/_$/, ""));
  const segments = parts.map((part) => (part === "$" ? "no-such/page" : part.replace(/^\(?\$.*$/, "1")));
  return `/${segments.filter(Boolean).join("/").replaceAll("%2E", ".")}`;
});

type Page = { policy: string; html: string };

/** What is sent as a document; null for data, files, streams and redirects. */
async function visit(path: string, init: RequestInit): Promise<Page | null> {
  const response = await get(`${path}?shop=${shop.shop.storeDomain}`, init);
  const isDocument = response.headers.get("Content-Type")?.startsWith("text/html");
  if (!isDocument) await response.body?.cancel();
  return isDocument
    ? { policy: response.headers.get("Content-Security-Policy") ?? "", html: await response.text() }
    : null;
}

function readPolicy(policy: string): Map<string, string[]> {
  const parts = policy.split(";").map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name, sources]));
}

/** What would allow a script without the page's nonce, or injected markup to mislead the page. */
function findFaults({ policy, html }: Page, isFramed: boolean): string[] {
  const directives = readPolicy(policy);
  const scripts = directives.get("script-src") ?? directives.get("default-src") ?? ["missing"];
  const nonce = scripts.map((source) => /^'nonce-([\w+/=]{24})'$/.exec(source)?.[1]).find(Boolean);
  const faults = scripts.filter(
    (source) => source !== "'none'" && source !== `'nonce-${nonce}'` && source !== "'strict-dynamic'",
  );
  if (directives.get("default-src")?.join() !== "'none'") faults.push("default-src");
  if (directives.get("base-uri")?.join() !== "'none'") faults.push("base-uri");
  if (!directives.has("form-action")) faults.push("form-action");
  if (directives.get("frame-ancestors")?.join() !== (isFramed ? "'self'" : "'none'"))
    faults.push("frame-ancestors");
  for (const [, attributes = ""] of html.matchAll(/<script\b([^>]*)>/g))
    if (!nonce || !attributes.includes(`nonce="${nonce}"`)) faults.push(`<script${attributes}>`);
  faults.push(...(html.match(/<[a-z][^<>]*\son[a-z]+\s*=/g) ?? []), ...(html.match(/="javascript:/gi) ?? []));
  return faults;
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

test.each<[what: string, least: number, init: () => RequestInit]>([
  ["for staff", 60, () => ({ headers: { Cookie: cookie } })],
  ["for who is not signed in", 15, () => ({})],
  [
    "of a form that is refused",
    50,
    () => ({ method: "POST", headers: { ...FORM, Cookie: cookie, Origin: app.origin }, body: "intent=none" }),
  ],
])(
  "no page %s takes a script but by its nonce, or stands in a frame of others",
  async (_what, least, init) => {
    // A session that ends there would then see only sign-in pages.
    const paths = PAGES.filter((path) => init().method === undefined || path !== "/admin/sign-out");
    const pages = await Promise.all(paths.map(async (path) => ({ path, page: await visit(path, init()) })));
    const faults = pages.flatMap(({ path, page }) =>
      page ? [{ path, found: findFaults(page, path.endsWith("/preview")) }] : [],
    );
    expect(faults.filter(({ found }) => found.length > 0)).toEqual([]);
    expect(faults.length).toBeGreaterThan(least);
  },
);

// Pages that are the same for all, such as the problems, are rendered once, without scripts.
test("no two pages made for somebody have the same nonce", async () => {
  const policies = await Promise.all(
    ["/admin", "/admin", "/apps/memberships/cp", "/apps/memberships/cp"].map(
      async (path) => (await visit(path, { headers: { Cookie: cookie } }))?.policy,
    ),
  );
  const nonces = policies.map((policy) => /'nonce-([\w+/=]{24})'/.exec(policy ?? "")?.[1]);
  expect(new Set(nonces).size).toBe(nonces.length);
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
      body: new URLSearchParams({ ...fields, version: updatedAt.toISOString() }),
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
