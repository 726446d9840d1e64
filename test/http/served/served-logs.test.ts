import { afterAll, beforeAll, expect, test } from "vitest";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { customerToken } from "../../support/calls/portal";
import {
  createTestShop,
  insertContract,
  PASSWORD,
  signIn,
  type TestShop,
} from "../../support/data/factories";
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
let session: string;
let portalToken: string;

beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop();
  const { customerId } = await insertContract(shop.id);
  portalToken = await customerToken(shop, customerId);
  session = (await signIn(shop.id, shop.staff.id)).split("=")[1] ?? "";
  app = await serveApp({ LOG_LEVEL: "trace", RATE_LIMIT_BURST: "100000" });
});

afterAll(stopServedApps);

test("nothing secret is printed, wherever it is put, and every request has one line", async () => {
  const secrets = {
    readKey: shop.readKey,
    writeKey: shop.writeKey,
    strangeKey: `prn_1_${"Zz9-".repeat(8)}`,
    token: "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..c2VjcmV0LWl2.c2VjcmV0LXRleHQ.c2VjcmV0LXRhZw",
    signature: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    email: "ada.secret@mail.example",
    password: "correct-horse-secret-battery",
    card: "4242424242424242",
    session,
    portalToken,
  };
  let sent = 0;
  const get = async (path: string, init: RequestInit = {}) => {
    sent++;
    return (await fetch(app.origin + path, { redirect: "manual", ...init })).status;
  };
  const raw = async (line: string, headers: string[] = ["Host: localhost"]) => {
    sent++;
    return sendRequest(app.port, line, headers);
  };
  for (const secret of Object.values(secrets)) {
    const encoded = encodeURIComponent(secret);
    // In headers.
    for (const name of ["X-API-Key", "Authorization", "Referer", "User-Agent", "X-Forwarded-For", "Origin"])
      await get(CONTRACT_LIST_PATH, { headers: { [name]: secret } });
    await get("/admin", { headers: { Cookie: `perennial_session=${secret}; other=${encoded}` } });
    // In queries: as a value, as a name, encoded wrongly, of what exists and what does not.
    for (const path of [
      CONTRACT_LIST_PATH,
      "/admin",
      "/admin/sign-in",
      "/apps/memberships/cp",
      "/apps/subscriptions/cp/api/subscription-contracts/contract-external/1",
      "/nowhere",
      "/api/nowhere",
      "/favicon.svg",
    ])
      for (const query of [
        `api_key=${encoded}`,
        `token=${encoded}&email=${encoded}`,
        encoded,
        `x%3D${encoded}=1`,
      ])
        await get(`${path}?${query}`);
    await get(
      `${CONTRACT_LIST_PATH}?customerName=${encoded}&size=${encoded}&cursor=${encoded}&sort=${encoded}`,
      {
        headers: { "X-API-Key": shop.readKey },
      },
    );
    // In paths, well formed and not.
    for (const path of [
      ...["/", "/admin/", "/admin/contracts/", "/api/", "/api/external/v2/", "/apps/memberships/cp/api/"],
      ...["/loyalty/", "/problems/", "/build/", "/%E0%A4%A/", "/api/%zz/"],
    ]) {
      await get(path + encoded);
      await get(`${path}${encoded}.data`);
      await get(path + encoded, { method: "DELETE" });
    }
    // In bodies: of a form, and of JSON that no endpoint accepts.
    const form = new URLSearchParams({
      email: secret.includes("@") ? secret : secrets.email,
      password: secret,
    });
    await get("/admin/sign-in", { method: "POST", body: form, headers: { Origin: app.origin } });
    await get("/admin/sign-in", {
      method: "POST",
      body: `{"email":"${secret}"`,
      headers: { Origin: app.origin },
    });
    for (const body of [JSON.stringify({ email: secret, apiKey: secret }), `{"broken": "${secret}`])
      await get(CONTRACT_LIST_PATH, { method: "PUT", body, headers: { "Content-Type": "application/json" } });
    // Requests that the framework and Node itself reject.
    await raw(`GET /api/x?token=${secret}`, [`Host: ${encoded}:x`]);
    await raw(`GET http://user:${encoded}@localhost/api/x`);
    await raw(`GET /api/x?${secret}${"a".repeat(20_000)}`);
    await raw(`PURGE /${encoded}`);
    sent++;
    await sendBytes(app.port, `GET /api/x?token=${secret} NOT-HTTP\r\n\r\n`);
  }
  const output = await app.stop();
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, output.includes(secret)]).toEqual([name, false]);
    expect([name, output.includes(encodeURIComponent(secret))]).toEqual([name, false]);
  }
  for (const other of [PASSWORD, shop.staff.email]) expect(output).not.toContain(other);
  const lines = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter((line) => line.msg === "request")).toHaveLength(sent);
  expect(lines.filter((line) => line.level === 50).map((line) => line.err)).toEqual([]);
});

test("a line names the operation or route, the caller, the outcome and the duration", async () => {
  const quiet = await serveApp();
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(quiet.origin + path, {
      redirect: "manual",
      headers: { "X-Request-Id": `id-of${path.replaceAll(/[^a-z]+/g, "-")}`, ...headers },
    });
    await response.arrayBuffer();
  };
  await ask(CONTRACT_LIST_PATH, { "X-API-Key": shop.readKey });
  await ask(CONTRACT_LIST_PATH);
  await ask("/admin/sign-in");
  await ask("/favicon.svg");
  await ask("/api/nowhere");
  await ask("/problems/conflict");
  const lines = (await quiet.stop())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ level, time, msg, seconds, ...rest }) => {
      expect([level, msg, typeof seconds]).toEqual([30, "request", "number"]);
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      return rest;
    });
  expect(lines).toEqual([
    {
      requestId: "id-of-api-external-v-subscription-contract-details",
      method: "GET",
      status: 200,
      route: "listContracts",
      by: expect.stringMatching(/^key \d+ of shop \d+$/),
    },
    {
      requestId: "id-of-api-external-v-subscription-contract-details",
      method: "GET",
      status: 401,
      route: "listContracts",
    },
    { requestId: "id-of-admin-sign-in", method: "GET", status: 200, route: "routes/admin_.sign-in" },
    { requestId: "id-of-favicon-svg", method: "GET", status: 200, file: "/favicon.svg" },
    { requestId: "id-of-api-nowhere", method: "GET", status: 404, route: "none" },
    { requestId: "id-of-problems-conflict", method: "GET", status: 200, route: "problems/code" },
  ]);
});
