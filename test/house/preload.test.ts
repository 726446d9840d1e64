import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../support/processes/eventually";

const REMIX_SERVE = "node_modules/@remix-run/serve/dist/cli.js";
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

async function serve(environment: Record<string, string> = {}) {
  const args = [
    "--import",
    path.resolve("scripts/preload.mjs"),
    REMIX_SERVE,
    "test/fixtures/server-build.mjs",
  ];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port, origin: `http://127.0.0.1:${port}`, readOutput: () => output };
}

async function echo(origin: string, urlPath: string, headers: Record<string, string> = {}) {
  const response = await fetch(origin + urlPath, { headers });
  return (await response.json()) as { url: string; headers: Record<string, string> };
}

/** A request as bytes, since fetch would correct it. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

const getRaw = (port: number, target: string, host = "shop.example") =>
  sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

test("the app sees the peer's address, and not the one a client claims", async () => {
  const { origin } = await serve();
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
  const { origin } = await serve({ TRUST_PROXY: "true" });
  const { url, headers } = await echo(origin, "/api/x?a=1", {
    "X-Forwarded-For": "6.6.6.6, 203.0.113.9",
    "X-Forwarded-Host": "shop.example",
    "X-Forwarded-Proto": "https",
  });
  expect(headers).toMatchObject({ "x-perennial-peer": "203.0.113.9", "x-forwarded-for": "203.0.113.9" });
  expect(headers.host).toBe("shop.example");
  expect(url).toBe("https://shop.example/api/x?a=1");
});

test.each([
  [
    "the public URL",
    { PUBLIC_URL: "https://subs.example/" },
    "evil.example",
    "",
    ["https://subs.example", "https://subs.example"],
  ],
  [
    "the proxy that is trusted",
    { TRUST_PROXY: "true" },
    "10.0.0.5",
    "subs.example",
    ["https://subs.example", ""],
  ],
  ["a loopback address", {}, "shop.localhost:81", "", ["http://shop.localhost:81", "http://localhost:PORT"]],
  ["a proxy that is not trusted", {}, "localhost", "subs.example", ["", "http://localhost:PORT"]],
  ["nobody", {}, "evil.example", "", ["", "http://localhost:PORT"]],
] as const)(
  "what the app never sees is refused under the host named by %s",
  async (_who, environment, host, forwarded, origins) => {
    const { port } = await serve(environment);
    const proxied = forwarded ? `X-Forwarded-Host: ${forwarded}\r\nX-Forwarded-Proto: https\r\n` : "";
    const answers = await Promise.all([
      sendRaw(port, `GET /api/%zz HTTP/1.1\r\nHost: ${host}\r\n${proxied}Connection: close\r\n\r\n`),
      sendRaw(port, "this is no HTTP\r\n\r\n"),
    ]);
    const types = answers.map((answer) => JSON.parse(answer.slice(answer.indexOf("{"))).type);
    expect(types).toEqual([
      `${origins[0]}/problems/malformed_url`,
      `${origins[1].replace("PORT", String(port))}/problems/invalid_request`,
    ]);
  },
);

test("a sane request id is kept, an insane or missing one replaced, and every response carries it once", async () => {
  const { origin, port } = await serve();
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

test.each([
  ["a broken percent escape", "/api/%E0%A4%A", "shop.example"],
  ["a broken percent escape on a page", "/admin/%zz", "shop.example"],
  ["an impossible host", "/api/x", "a:b:c"],
  ["a user before the host", "/api/x", "shop.example@evil.example"],
  ["a path behind the host", "/api/x", "shop.example/evil"],
  ["a fragment behind the host", "/admin", "shop.example#evil"],
  ["a host that is none", "/admin", ""],
  ["an impossible port", "/api/x", "shop.example:123456"],
  ["no path", "*", "shop.example"],
])("%s is a 400 problem, and the query is not repeated", async (_what, target, host) => {
  const { port } = await serve();
  const [head = "", body = ""] = (await getRaw(port, `${target}?token=secret`, host)).split("\r\n\r\n");
  expect(head).toContain("HTTP/1.1 400");
  expect(head).toContain("application/problem+json");
  const problem = JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1));
  expect(problem).toMatchObject({ status: 400, code: "malformed_url" });
  expect(body).not.toContain("secret");
});

test("a second Host is a 400 problem, whatever it says", async () => {
  const { port } = await serve();
  for (const second of ["shop.example", "evil.example"]) {
    const head = `GET /api/x HTTP/1.1\r\nHost: shop.example\r\nHOST: ${second}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(port, head)).toMatch(/^HTTP\/1.1 400[\s\S]*"code":"invalid_request"/);
  }
});

test("a proxy's host that is none is a 400 problem", async () => {
  const { origin } = await serve({ TRUST_PROXY: "true" });
  const response = await fetch(`${origin}/api/x`, { headers: { "X-Forwarded-Host": "shop.example/evil" } });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    400,
    "malformed_url",
  ]);
});

test("a head that does not come to its end is a 408 problem, and the connection ends", async () => {
  const { port } = await serve({ HEAD_TIMEOUT_MS: "100" });
  expect(await sendRaw(port, "GET /api/x HTTP/1.1\r\nHost: shop.example\r\nX-Long: ")).toMatch(
    /^HTTP\/1.1 408[\s\S]*"code":"request_timeout"/,
  );
});

test.each(["/api/received", "/received"])(
  "a body for %s of which no byte comes any more is a 408 problem, and no error in the log",
  async (path) => {
    const { port, readOutput } = await serve({ BODY_IDLE_TIMEOUT_MS: "100", LOG_LEVEL: "info" });
    const head = `POST ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1000\r\n`;
    const answer = await sendRaw(port, `${head}Content-Type: application/json\r\n\r\n{"a":`);
    expect(answer).toMatch(/^HTTP\/1.1 408[\s\S]*"code":"request_timeout"/);
    await eventually(() => expect(readOutput()).toContain('"status":408'));
    expect(readOutput()).not.toMatch(/"level":50|Error|aborted at/);
  },
);

test("a client that goes away, in its request or in its answer, is no error in the log", async () => {
  const { origin, port, readOutput, child } = await serve({ LOG_LEVEL: "info" });
  for (const path of ["/api/received", "/received"]) {
    const sending = connect(port, "127.0.0.1");
    sending.write(`POST ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1000\r\n\r\nab`);
    await once(sending, "ready");
    // Its head has arrived when one that was sent later is answered.
    await fetch(`${origin}/api/x`);
    sending.resetAndDestroy();
  }
  for (const path of ["/api/endless", "/endless"]) {
    const leaving = new AbortController();
    const response = await fetch(origin + path, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
  }
  await eventually(() => expect(readOutput().match(/"aborted":true/g)).toHaveLength(4));
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(readOutput()).not.toMatch(/"level":50|Error|aborted at/);
});

test("whatever is answered over HTTPS says that HTTPS is to stay, and no answer is to be guessed at", async () => {
  const { origin } = await serve({ TRUST_PROXY: "true" });
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
    const { origin } = await serve();
    expect((await fetch(origin + path)).headers.get("Cache-Control")).toBe("no-store");
  },
);

test("what is not HTTP is a 400 problem, too", async () => {
  const { port } = await serve();
  expect(await sendRaw(port, "HELLO THERE\r\n\r\n")).toMatch(
    /^HTTP\/1.1 400[\s\S]*problem\+json[\s\S]*"code":"invalid_request"/,
  );
});

test("a request line with the whole URL reaches the path it names", async () => {
  const { port } = await serve();
  expect(await getRaw(port, "http://shop.example/api/x?a=1")).toContain(
    '"url":"http://shop.example/api/x?a=1"',
  );
});

test("a page is compressed, a JSON path never", async () => {
  const { origin } = await serve();
  const ask = { headers: { "Accept-Encoding": "gzip" } };
  expect((await fetch(`${origin}/long`, ask)).headers.get("content-encoding")).toBe("gzip");
  for (const path of ["/api/long", "/api/x", "/apps/memberships/cp/api/x", "/loyalty/cp/api/x"]) {
    const response = await fetch(origin + path, ask);
    expect([path, response.status, response.headers.get("content-encoding")]).toEqual([path, 200, null]);
  }
});

test("JSON that is written already goes out whole, with its length in bytes, status and every header", async () => {
  const { origin } = await serve();
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
  const { origin } = await serve();
  const text = "ü".repeat(300_000);
  const response = await fetch(`${origin}/api/received`, { method: "PUT", body: text });
  expect(await response.json()).toEqual({ method: "PUT", text });
});

test("an answer that breaks off ends its connection and is logged without what its error says", async () => {
  const { origin, readOutput } = await serve({ LOG_LEVEL: "info" });
  await expect(fetch(`${origin}/api/broken`).then((response) => response.text())).rejects.toThrow();
  await eventually(() => expect(readOutput()).toContain('"msg":"fault"'));
  expect(readOutput()).toContain("RangeError");
  expect(readOutput()).not.toContain("a secret");
  expect((await fetch(`${origin}/api/long`)).status).toBe(200);
});

test("on SIGTERM a running request is answered, idle connections end, and the process exits with 0", async () => {
  const { origin, port, child } = await serve();
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
  const { origin, child } = await serve();
  const response = await fetch(`${origin}/api/endless`);
  const reader = response.body?.getReader();
  await reader?.read();
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  await expect(reader?.read()).rejects.toThrow();
});

test("the process ends when its parent is gone", async () => {
  const { child } = await serve();
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});
