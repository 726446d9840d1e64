import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../support/processes/eventually";
import { endPreloads, getRaw, sendRaw, servePreload, sharePreload } from "../../support/processes/preload";

afterAll(endPreloads);

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
    const { port } = await sharePreload(environment);
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
  const { port } = await sharePreload();
  const [head = "", body = ""] = (await getRaw(port, `${target}?token=secret`, host)).split("\r\n\r\n");
  expect(head).toContain("HTTP/1.1 400");
  expect(head).toContain("application/problem+json");
  const problem = JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1));
  expect(problem).toMatchObject({ status: 400, code: "malformed_url" });
  expect(body).not.toContain("secret");
});

const OWN_HOST = { PUBLIC_URL: "https://subs.example/", TRUST_PROXY: "true" };
const ask = async (method: string, target: string, host: string) => {
  const { port } = await sharePreload(OWN_HOST);
  const [head = ""] = (
    await sendRaw(port, `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  ).split("\r\n\r\n");
  return [Number(head.split(" ")[1]), /^location: (.*)$/im.exec(head)?.[1]];
};

test.each([
  ["GET", "/admin/sign-in?next=%2Fadmin", 308],
  ["HEAD", "/admin", 308],
  ["GET", "/Admin/contracts", 308],
  ["GET", "//admin", 308],
  ["GET", "/%61dmin/sign-in", 308],
  ["GET", "/apps/../admin", 308],
  ["GET", "/admin/audit-log.csv", 308],
  ["GET", "/admin.data", 404],
  ["GET", "/admin/sign-in.data?x=1", 404],
  ["POST", "/admin/sign-in", 404],
  ["POST", "/%61dmin/sign-in", 404],
  ["OPTIONS", "/admin", 404],
  ["GET", "/administration", 200],
  ["GET", "/apps/memberships/cp", 200],
])("%s %s on a shop's domain is answered with %i: the admin is at the public URL", async (...of) => {
  const [method, target, status] = of;
  const location = status === 308 ? `https://subs.example${target}` : undefined;
  expect(await ask(method, target, "shop.example")).toEqual([status, location]);
  expect(await ask(method, target, "shop.example.:8443")).toEqual([status, location]);
});

test.each(["subs.example", "SUBS.example", "subs.example:8443", "localhost:3000", "127.0.0.1", "[::1]"])(
  "the admin is there on %s, and anywhere where no public URL is set",
  async (host) => {
    for (const [method, target] of [
      ["GET", "/admin/sign-in"],
      ["GET", "/admin/sign-in.data"],
      ["POST", "/admin/sign-in"],
    ] as const)
      expect(await ask(method, target, host)).toEqual([200, undefined]);
    const { port } = await sharePreload();
    expect(await getRaw(port, "/admin/sign-in", "shop.example")).toContain("HTTP/1.1 200");
  },
);

test("a second Host is a 400 problem, whatever it says", async () => {
  const { port } = await sharePreload();
  for (const second of ["shop.example", "evil.example"]) {
    const head = `GET /api/x HTTP/1.1\r\nHost: shop.example\r\nHOST: ${second}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(port, head)).toMatch(/^HTTP\/1.1 400[\s\S]*"code":"invalid_request"/);
  }
});

test("an invalid host from a proxy is a 400 problem", async () => {
  const { origin } = await sharePreload({ TRUST_PROXY: "true" });
  const response = await fetch(`${origin}/api/x`, { headers: { "X-Forwarded-Host": "shop.example/evil" } });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    400,
    "malformed_url",
  ]);
});

test("a head that does not come to its end is a 408 problem, and the connection ends", async () => {
  const { port } = await sharePreload({ HEAD_TIMEOUT_MS: "100" });
  expect(await sendRaw(port, "GET /api/x HTTP/1.1\r\nHost: shop.example\r\nX-Long: ")).toMatch(
    /^HTTP\/1.1 408[\s\S]*"code":"request_timeout"/,
  );
});

test.each(["/api/received", "/received"])(
  "a body for %s of which no byte comes any more is a 408 problem, and no error in the log",
  async (path) => {
    const { port, readOutput } = await servePreload({ BODY_IDLE_TIMEOUT_MS: "100", LOG_LEVEL: "info" });
    const head = `POST ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1000\r\n`;
    const answer = await sendRaw(port, `${head}Content-Type: application/json\r\n\r\n{"a":`);
    expect(answer).toMatch(/^HTTP\/1.1 408[\s\S]*"code":"request_timeout"/);
    await eventually(() => expect(readOutput()).toContain('"status":408'));
    expect(readOutput()).not.toMatch(/"level":50|Error|aborted at/);
  },
);

test("a client that goes away, in its request or in its answer, is no error in the log", async () => {
  const { origin, port, readOutput, child } = await servePreload({ LOG_LEVEL: "info" });
  for (const path of ["/api/received", "/received"]) {
    const sending = connect(port, "127.0.0.1");
    sending.write(`POST ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1000\r\n\r\nab`);
    await once(sending, "ready");
    // Its head has arrived once a request that was sent later is answered.
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

test("what is not HTTP is a 400 problem, too", async () => {
  const { port } = await sharePreload();
  expect(await sendRaw(port, "HELLO THERE\r\n\r\n")).toMatch(
    /^HTTP\/1.1 400[\s\S]*problem\+json[\s\S]*"code":"invalid_request"/,
  );
});

test("an answer that breaks off closes its connection and is logged without the error's message", async () => {
  const { origin, readOutput } = await servePreload({ LOG_LEVEL: "info" });
  await expect(fetch(`${origin}/api/broken`).then((response) => response.text())).rejects.toThrow();
  await eventually(() => expect(readOutput()).toContain('"msg":"fault"'));
  expect(readOutput()).toContain("RangeError");
  expect(readOutput()).not.toContain("a secret");
  expect((await fetch(`${origin}/api/long`)).status).toBe(200);
});
