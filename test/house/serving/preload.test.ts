import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { endPreloads, getRaw, servePreload, sharePreload } from "../../support/processes/preload";

afterAll(endPreloads);

async function echo(origin: string, urlPath: string, headers: Record<string, string> = {}) {
  const response = await fetch(origin + urlPath, { headers });
  return (await response.json()) as { url: string; headers: Record<string, string> };
}

test("the app sees the peer's address, and not the one a client claims", async () => {
  const { origin } = await sharePreload();
  const { headers } = await echo(origin, "/api/x", {
    "X-Perennial-Peer": "6.6.6.6",
    "X-Forwarded-For": "6.6.6.6",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
  });
  expect(headers["x-perennial-peer"]).toBe("127.0.0.1");
  expect(Object.keys(headers).filter((name) => name.startsWith("x-forwarded"))).toEqual([]);
});

test("under TRUST_PROXY the nearest proxy's word counts, for address, host and scheme", async () => {
  const { origin } = await sharePreload({ TRUST_PROXY: "true" });
  const { url, headers } = await echo(origin, "/api/x?a=1", {
    "X-Forwarded-For": "6.6.6.6, 203.0.113.9",
    "X-Forwarded-Host": "shop.example",
    "X-Forwarded-Proto": "https",
  });
  expect(headers).toMatchObject({ "x-perennial-peer": "203.0.113.9", "x-forwarded-for": "203.0.113.9" });
  expect(headers.host).toBe("shop.example");
  expect(url).toBe("https://shop.example/api/x?a=1");
});

test("a sane request id is kept, an insane or missing one replaced, and every response carries it once", async () => {
  const { origin, port } = await sharePreload();
  const given = await fetch(`${origin}/api/x`, { headers: { "X-Request-Id": "order-sync.4711" } });
  expect(given.headers.get("x-request-id")).toBe("order-sync.4711");
  expect(((await given.json()) as { headers: object }).headers).toMatchObject({
    "x-request-id": "order-sync.4711",
  });
  for (const insane of ["short", "has spaces in it", "x".repeat(200)]) {
    const response = await fetch(`${origin}/api/x`, { headers: { "X-Request-Id": insane } });
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect((await fetch(`${origin}/api/named`)).headers.get("x-request-id")).toBe("the-apps-own-id");
  expect(await getRaw(port, "/%E0%A4%A")).toMatch(/x-request-id: [0-9a-f-]{36}/i);
});

test("whatever is answered over HTTPS says that HTTPS is to stay, and no answer is to be guessed at", async () => {
  const { origin } = await sharePreload({ TRUST_PROXY: "true" });
  for (const path of ["/api/x", "/x", "/long", "/api/kept", "/%zz", "/build/app.css"]) {
    const ask = (proto: string) => fetch(origin + path, { headers: { "X-Forwarded-Proto": proto } });
    const { headers } = await ask("https");
    expect([path, headers.get("Strict-Transport-Security")]).toEqual([path, "max-age=31536000"]);
    expect([path, headers.get("X-Content-Type-Options")]).toEqual([path, "nosniff"]);
    expect((await ask("http")).headers.has("Strict-Transport-Security")).toBe(false);
  }
});

test.each(["/admin", "/admin/x", "/admin/x.data", "/admin?x=1"])(
  "an answer of %s is not to be stored",
  async (path) => {
    const { origin } = await sharePreload();
    expect((await fetch(origin + path)).headers.get("Cache-Control")).toBe("no-store");
  },
);

test("a request line with the whole URL reaches the path it names", async () => {
  const { port } = await sharePreload();
  expect(await getRaw(port, "http://shop.example/api/x?a=1")).toContain(
    '"url":"http://shop.example/api/x?a=1"',
  );
});

test("a page is compressed, a JSON path never", async () => {
  const { origin } = await sharePreload();
  const ask = { headers: { "Accept-Encoding": "gzip" } };
  expect((await fetch(`${origin}/long`, ask)).headers.get("content-encoding")).toBe("gzip");
  for (const path of ["/api/long", "/api/x", "/apps/memberships/cp/api/x", "/loyalty/cp/api/x"]) {
    const response = await fetch(origin + path, ask);
    expect([path, response.status, response.headers.get("content-encoding")]).toEqual([path, 200, null]);
  }
});

test("JSON that is written already goes out whole, with its length in bytes, status and every header", async () => {
  const { origin } = await sharePreload();
  const response = await fetch(`${origin}/api/kept`);
  expect(response.status).toBe(201);
  expect(response.headers.get("content-length")).toBe("18");
  expect(response.headers.get("transfer-encoding")).toBeNull();
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await response.json()).toEqual({ city: "Zürich" });
  const head = await fetch(`${origin}/api/kept`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([201, "application/json; charset=utf-8"]);
});

test("a body sent to a JSON path arrives whole", async () => {
  const { origin } = await sharePreload();
  const text = "ü".repeat(300_000);
  const response = await fetch(`${origin}/api/received`, { method: "PUT", body: text });
  expect(await response.json()).toEqual({ method: "PUT", text });
});

test("on SIGTERM a running request is answered, idle connections end, and the process exits with 0", async () => {
  const { origin, port, child } = await servePreload();
  // Stays open and idle.
  await fetch(`${origin}/api/x`);
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  const running = fetch(`${origin}/api/slow`);
  await getRaw(port, "/api/x");
  child.kill("SIGTERM");
  expect(await (await running).json()).toEqual({ slow: true });
  expect(await once(child, "exit")).toEqual([0, null]);
  idle.destroy();
});

test("on SIGTERM an endless stream is cut and the process still ends", async () => {
  const { origin, child } = await servePreload();
  const response = await fetch(`${origin}/api/endless`);
  const reader = response.body?.getReader();
  await reader?.read();
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  await expect(reader?.read()).rejects.toThrow();
});

test("the process ends when its parent is gone", async () => {
  const { child } = await servePreload();
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});
