import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { createTestShop, insertContract, signIn, type TestShop } from "../../support/data/factories";
import {
  type ServedApp,
  sendBytes,
  sendRequest,
  serveApp,
  stopServedApps,
} from "../../support/processes/served-app";
import { resetDatabase } from "../../support/setup/database";

let app: ServedApp;
let shop: TestShop;
let cookie: string;

beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop();
  await insertContract(shop.id);
  cookie = await signIn(shop.id, shop.staff.id);
  app = await serveApp({ METRICS_TOKEN: "metrics-token-of-this-test", RATE_LIMIT_BURST: "100000" });
});

afterAll(stopServedApps);

const get = (path: string, init: RequestInit = {}) =>
  fetch(app.origin + path, { redirect: "manual", ...init });
const withKey = () => ({ headers: { "X-API-Key": shop.readKey } });

/** Status line, headers and the JSON of an answer that came as bytes. */
function parseAnswer(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const json = body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1);
  return {
    status: Number(head.split(" ")[1]),
    head: head.toLowerCase(),
    problem: json ? JSON.parse(json) : null,
  };
}

describe("every response", () => {
  test.each([
    ["a list", CONTRACT_LIST_PATH, 401],
    ["a page", "/admin/sign-in", 200],
    ["a redirect", "/admin", 302],
    ["an unknown page", "/nowhere", 404],
    ["a file", "/favicon.svg", 200],
    ["an unknown JSON URL", "/api/nowhere", 404],
    ["a page's data", "/admin/sign-in.data", 200],
    ["the router's manifest", "/__manifest", 204],
    ["a problem's page", "/problems/conflict", 200],
  ])("of %s names the request, by the id that was sent", async (_what, path, status) => {
    const response = await get(path, { headers: { "X-Request-Id": "order-sync.4711" } });
    expect([response.status, response.headers.get("X-Request-Id")]).toEqual([status, "order-sync.4711"]);
    expect(response.headers.has("X-Perennial-Log")).toBe(false);
    expect((await get(path)).headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("of a page has a policy under which only scripts with its nonce run", async () => {
    const response = await get("/admin/sign-in");
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? "";
    expect(nonce).toHaveLength(24);
    expect(policy).toContain("default-src 'none'");
    const html = await response.text();
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-store",
    });
    expect(response.headers.has("Strict-Transport-Security")).toBe(false);
    expect((await get("/admin/sign-in")).headers.get("Content-Security-Policy")).not.toBe(policy);
  });
});

describe("the merchant's list", () => {
  test("is not to be stored, and counts calls", async () => {
    const response = await get(CONTRACT_LIST_PATH, withKey());
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("RateLimit-Limit")).toBe("100000");
    expect(response.headers.get("RateLimit")).toMatch(/^"default";r=\d+;t=\d+$/);
    expect(response.headers.get("X-Total-Count")).toBe("1");
  });

  test.each(["/", "?", "/?unknown=1&_data=root&_data=x&%5Fdata=y&index", "?_routes=root"])(
    "is the same with %j behind it",
    async (suffix) => {
      const response = await get(CONTRACT_LIST_PATH + suffix, withKey());
      expect([response.status, ((await response.json()) as unknown[]).length]).toEqual([200, 1]);
    },
  );

  test("answers HEAD with the headers of GET and no body", async () => {
    const [head, whole] = [
      await get(CONTRACT_LIST_PATH, { ...withKey(), method: "HEAD" }),
      await get(CONTRACT_LIST_PATH, withKey()),
    ];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["Content-Type", "X-Total-Count", "Link", "Cache-Control"])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "PURGE"])("has no %s", async (method) => {
    const { status, head, problem } = parseAnswer(
      await sendRequest(app.port, `${method} ${CONTRACT_LIST_PATH}`),
    );
    expect([status, problem?.code]).toEqual([405, "method_not_allowed"]);
    expect(head).toContain("allow: get, head, options");
  });
});

const PREFIXES = [
  "/api/",
  "/api/external/v2/",
  "/apps/memberships/cp/api/",
  "/apps/subscriptions/cp/api/",
  "/loyalty/",
  "/loyalty/cp/api/",
  "/gateways/",
];

describe("under a JSON prefix", () => {
  test.each(PREFIXES)("an unknown URL below %s is a 404 problem", async (prefix) => {
    for (const rest of ["unknown", "unknown/", "a/b/c?x=1", "%F0%9F%8C%B1", "x%00", "", "unknown.json"]) {
      const response = await get(prefix + rest, { method: rest.length % 2 ? "POST" : "GET" });
      expect([rest, response.status, response.headers.get("Content-Type")]).toEqual([
        rest,
        404,
        "application/problem+json; charset=utf-8",
      ]);
      expect(await response.json()).toMatchObject({ code: "not_found", status: 404 });
    }
  });

  test.each([
    ...PREFIXES.map((prefix) => `${prefix}unknown.data`),
    `${CONTRACT_LIST_PATH}.data`,
    `${CONTRACT_LIST_PATH}.data?_routes=merchant-contract-list`,
    "/API/External/v2/subscription-contract-details.data",
    "/%61pi/external/v2/subscription-contract-details.data",
    "//api/external/v2/subscription-contract-details.data",
    "/admin/%2e%2e/api/external/v2/subscription-contract-details.data",
    "/gateways/stripe/notices.data",
    "/healthz.data",
    "/readyz.data",
    "/metrics.data",
  ])("the framework's data twin %s is a 404 problem", async (path) => {
    const answer = await sendRequest(app.port, `GET ${path}`, [
      "Host: localhost",
      `X-API-Key: ${shop.readKey}`,
    ]);
    const { status, head, problem } = parseAnswer(answer);
    expect([status, problem?.code]).toEqual([404, "not_found"]);
    expect(head).toContain("application/problem+json");
    expect(answer).not.toContain("turbo");
  });

  test("a page keeps its `.data` URL", async () => {
    const response = await get("/admin.data", { headers: { Cookie: cookie } });
    expect(response.headers.get("Content-Type")).toContain("text/x-script");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("malformed requests", () => {
  test("URL and headers beyond 16 KB are a 431 problem", async () => {
    for (const bytes of [`GET /api/x?${"a".repeat(20_000)}`, `GET /api/x`]) {
      const headers = ["Host: localhost", ...(bytes.length < 100 ? [`X-Long: ${"b".repeat(20_000)}`] : [])];
      const { status, problem } = parseAnswer(await sendRequest(app.port, bytes, headers));
      expect([status, problem?.code, problem?.type]).toEqual([
        431,
        "headers_too_large",
        `http://localhost:${app.port}/problems/headers_too_large`,
      ]);
    }
  });

  test("a query of 15 KB is answered", async () => {
    const query = Array.from({ length: 2000 }, (_, index) => `p${index}=1`)
      .join("&")
      .slice(0, 15_000);
    expect((await get(`${CONTRACT_LIST_PATH}?${query}`, withKey())).status).toBe(200);
  });

  test.each([
    ["no Host", "GET /api/x", [], 400, "invalid_request"],
    ["a Host that cannot be", "GET /api/x", ["Host: a b"], 400, "malformed_url"],
    ["a broken escape", "GET /api/%E0%A4%A", ["Host: localhost"], 400, "malformed_url"],
    [
      "an expectation nobody can meet",
      "GET /api/x",
      ["Host: localhost", "Expect: wonders"],
      404,
      "not_found",
    ],
  ])("%s is a problem", async (_what, line, headers, status, code) => {
    const answer = parseAnswer(await sendRequest(app.port, line, headers));
    expect([answer.status, answer.problem?.code]).toEqual([status, code]);
    expect(answer.head).toContain("x-request-id");
  });

  test("bytes that are not HTTP are a 400 problem", async () => {
    expect(parseAnswer(await sendBytes(app.port, "\x16\x03\x01 hello\r\n\r\n"))).toMatchObject({
      status: 400,
    });
  });
});

/** A body of `pieces` times 256 KB that comes bit by bit. */
function sendSlowly(path: string, pieces: number): Promise<Response> {
  const piece = new Uint8Array(256 * 1024);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent++ < pieces) controller.enqueue(piece);
      else controller.close();
    },
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: app.origin };
  return get(path, { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

describe("a body that is not read to its end", () => {
  test.each([
    ["beyond the limit", "/admin/sign-in", 413],
    ["to nowhere", "/api/nowhere", 404],
    ["with a method that is not allowed", CONTRACT_LIST_PATH, 405],
    ["to what is refused outright", "/api/nowhere.data", 404],
  ])("%s is answered all the same, and the connection stays good", async (_what, path, status) => {
    for (let index = 0; index < 3; index++) expect((await sendSlowly(path, 12)).status).toBe(status);
    expect((await get("/healthz")).status).toBe(200);
  });
});

describe("a form from elsewhere", () => {
  const post = (origin: string) =>
    get("/admin/sign-in", {
      method: "POST",
      headers: { Origin: origin },
      body: new URLSearchParams({ email: "a@b.example", password: "x" }),
    });

  test.each(["https://evil.example", "null", "nonsense", "http://127.0.0.1:1"])(
    "with the origin %s is 403, and a page all the same",
    async (origin) => {
      const response = await post(origin);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([
        403,
        "text/html; charset=utf-8",
      ]);
    },
  );

  test("differs from a code of our own", async () => {
    expect((await post(app.origin)).status).toBe(401);
  });
});

describe("metrics", () => {
  const read = (headers: Record<string, string>) => get("/metrics", { headers });

  test("are read on the same machine, and count by operation", async () => {
    await get(CONTRACT_LIST_PATH, withKey());
    const response = await read({});
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(
      /http_request_duration_seconds_count\{operation="listContracts",route_kind="json",status="200"\} \d+/,
    );
  });

  test.each([
    ["through a proxy on this machine", { "X-Forwarded-For": "203.0.113.9" }],
    ["through one that says so otherwise", { Forwarded: "for=203.0.113.9" }],
    ["with an address of its own invention", { "X-Perennial-Peer": "127.0.0.1", Via: "1.1 proxy" }],
    [
      "with a wrong token",
      { "X-Forwarded-For": "203.0.113.9", Authorization: "Bearer metrics-token-of-that-test" },
    ],
  ])("are refused %s", async (_what, headers) => {
    const response = await read(headers as Record<string, string>);
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  });

  test("are refused to a page of another site in a browser on this machine", async () => {
    expect(await sendRequest(app.port, "GET /metrics", ["Host: rebound.example"])).toMatch(/^HTTP\/1.1 401/);
  });

  test("are read from elsewhere with the token", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.9", Authorization: "Bearer metrics-token-of-this-test" };
    expect((await read(headers)).status).toBe(200);
  });
});
