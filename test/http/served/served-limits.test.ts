import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { createTestShop, PASSWORD, type TestShop } from "../../support/data/factories";
import { openRelayTo } from "../../support/processes/database-relay";
import { eventually } from "../../support/processes/eventually";
import { serveApp, stopServedApps } from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});
afterAll(stopServedApps);

const list = (origin: string, key = shop.readKey) =>
  fetch(origin + CONTRACT_LIST_PATH, { headers: { "X-API-Key": key } });

test("a key that calls too often gets 429 with Retry-After, and others are not affected", async () => {
  const app = await serveApp({ RATE_LIMIT_BURST: "3", RATE_LIMIT_PER_SECOND: "0.1" });
  const statuses = [];
  for (let call = 0; call < 4; call++) statuses.push((await list(app.origin)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await list(app.origin);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(5);
  expect(refused.headers.get("RateLimit-Remaining")).toBe("0");
  expect(refused.headers.get("RateLimit-Policy")).toBe('"default";q=3;w=30');
  expect(await refused.json()).toMatchObject({ code: "too_many_requests", status: 429 });
  expect((await list(app.origin, shop.writeKey)).status).toBe(200);
  await app.stop();
});

test("an address that asks too often for the sign-in page gets 429 with Retry-After, for its form as well", async () => {
  const app = await serveApp({ RATE_LIMIT_BURST: "2", RATE_LIMIT_PER_SECOND: "0.001" });
  const visit = async (path: string, init?: RequestInit) => {
    const { status, headers } = await fetch(app.origin + path, { ...init, redirect: "manual" });
    return [status, Number(headers.get("Retry-After")) > 5];
  };
  const post = {
    method: "POST",
    headers: { Origin: app.origin },
    body: new URLSearchParams({ email: shop.staff.email, password: "wrong" }),
  };
  expect(await visit("/admin/sign-in")).toEqual([200, false]);
  // The form, and the page that shows its answer, are one request.
  expect(await visit("/admin/sign-in", post)).toEqual([401, false]);
  expect(await visit("/admin/sign-in", post)).toEqual([429, true]);
  expect(await visit("/admin/sign-in")).toEqual([429, true]);
  expect(await visit("/admin/sign-in.data")).toEqual([429, true]);
  const invented = { headers: { Cookie: `perennial_session=${"x".repeat(43)}` } };
  expect(await visit("/admin/settings", invented)).toEqual([429, true]);
  expect(await visit("/admin/settings")).toEqual([302, false]);
  await app.stop();
});

test("a limit holds over all processes of one database, within a tenth, however hard they are called", async () => {
  const rate = { burst: 300, perSecond: 2 };
  const environment = { RATE_LIMIT_BURST: String(rate.burst), RATE_LIMIT_PER_SECOND: String(rate.perSecond) };
  const apps = await Promise.all([1, 2, 3].map(() => serveApp(environment)));
  const readLeft = async (origin: string) =>
    Number((await list(origin, shop.writeKey)).headers.get("RateLimit-Remaining"));
  // They receive each other's reports: what one has let through is missing in the next.
  for (const [index, { origin }] of apps.entries()) {
    for (let call = 0; call < 40; call++) await readLeft(origin);
    const next = apps[(index + 1) % apps.length]?.origin ?? "";
    await eventually(async () => expect(await readLeft(next)).toBeLessThan(rate.burst - 40 * (index + 1)));
  }
  const startedAt = performance.now();
  let calls = 0;
  let accepted = 0;
  const flood = async (origin: string) => {
    while (calls++ < 800) if ((await list(origin)).status === 200) accepted++;
  };
  await Promise.all(apps.flatMap(({ origin }) => Array.from({ length: 5 }, () => flood(origin))));
  const allowed = rate.burst + ((performance.now() - startedAt) / 1000) * rate.perSecond;
  expect(accepted / allowed).toBeGreaterThan(0.9);
  expect(accepted / allowed).toBeLessThan(1.1);
  await Promise.all(apps.map((app) => app.stop()));
});

test("while a key has many calls under way, those of another are answered between them, not behind them", async () => {
  const app = await serveApp({ RATE_LIMIT_PER_SECOND: "0" });
  const connections = 30;
  let answered = 0;
  let isOver = false;
  const flood = Array.from({ length: connections }, async () => {
    while (!isOver) {
      expect((await list(app.origin)).status).toBe(200);
      answered++;
    }
  });
  /** Of the flood, for each call of the other key. */
  const countAnswered = async (calls: number) => {
    const before = answered;
    for (let call = 0; call < calls; call++) expect((await list(app.origin, shop.writeKey)).status).toBe(200);
    return (answered - before) / calls;
  };
  try {
    await eventually(async () => expect(await countAnswered(20)).toBeLessThan(connections / 3));
  } finally {
    isOver = true;
    await Promise.all(flood);
    await app.stop();
  }
});

test("a rate of 0 is no limit, and has no headers", async () => {
  const app = await serveApp({ RATE_LIMIT_BURST: "1", RATE_LIMIT_PER_SECOND: "0" });
  for (let call = 0; call < 5; call++) {
    const response = await list(app.origin);
    expect([response.status, response.headers.has("RateLimit")]).toEqual([200, false]);
  }
  await app.stop();
});

describe("behind a trusted proxy", () => {
  test("scheme and host are those the browser sees: forms are taken, and TLS is insisted on", async () => {
    const app = await serveApp({ TRUST_PROXY: "true" });
    const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "admin.example" };
    const page = await fetch(`${app.origin}/admin/sign-in`, { headers });
    expect(page.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
    const post = (origin: string) =>
      fetch(`${app.origin}/admin/sign-in`, {
        method: "POST",
        headers: { ...headers, Origin: origin },
        body: new URLSearchParams({ email: shop.staff.email, password: PASSWORD }),
        redirect: "manual",
      });
    const signedIn = await post("https://admin.example");
    expect(signedIn.headers.get("Set-Cookie")).toMatch(/; Secure/);
    expect((await post(app.origin)).status).toBe(403);
    await app.stop();
  });

  test("the address it tells counts, not one that the client told it: metrics stay closed", async () => {
    const app = await serveApp({ TRUST_PROXY: "true" });
    const read = (headers: Record<string, string>) => fetch(`${app.origin}/metrics`, { headers });
    expect((await read({ "X-Forwarded-For": "127.0.0.1, 203.0.113.9" })).status).toBe(401);
    expect((await read({ "X-Forwarded-For": "203.0.113.9, 127.0.0.1" })).status).toBe(200);
    await app.stop();
  });
});

describe("a database that cannot be reached", () => {
  test("is a 503 problem that says when to come again, and all is well once it is back", async () => {
    const way = await openRelayTo(process.env.DATABASE_URL ?? "");
    const app = await serveApp({ DATABASE_URL: way.url });
    expect((await list(app.origin)).status).toBe(200);
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200);
    way.cut();
    for (let round = 0; round < 3; round++) {
      for (const response of [await list(app.origin), await fetch(`${app.origin}/readyz`)]) {
        expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
        expect(await response.json()).toMatchObject({ code: "unavailable", status: 503 });
      }
      await delay(300);
    }
    expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
    const page = await fetch(`${app.origin}/admin`, {
      headers: { Cookie: `perennial_session=${"x".repeat(43)}` },
    });
    expect([page.status, page.headers.get("Content-Type")]).toEqual([503, "text/html; charset=utf-8"]);
    way.mend();
    // The pool tries again at its own pace, within a second or two.
    await eventually(async () => expect((await list(app.origin)).status).toBe(200));
    const output = await app.stop();
    way.close();
    expect(output).not.toContain(shop.readKey);
    expect(output).not.toContain(new URL(way.url).password);
  });

  test("leaves the process alive when it never was there, and /readyz says so", async () => {
    const way = await openRelayTo(process.env.DATABASE_URL ?? "");
    way.close();
    const app = await serveApp({ DATABASE_URL: way.url });
    expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
    const response = await fetch(`${app.origin}/readyz`);
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    await app.stop();
  });
});

test("a database without the newest migrations is not ready", async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.pathname = "/postgres";
  const app = await serveApp({ DATABASE_URL: url.href });
  const response = await fetch(`${app.origin}/readyz`);
  expect(response.status).toBe(503);
  await app.stop();
});
