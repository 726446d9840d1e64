import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listApiKeys } from "~/access/api-keys.repo.server";
import { loader as listContracts } from "~/api/contract-list";
import { createKey, revokeKey } from "~/features/api-keys/api-keys.service.server";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import type { ProblemBody } from "~/lib/problem";
import { client } from "~db/client.server";
import { askJson, ORIGIN, readThing, sendJson, writeThing } from "../support/calls/json-endpoints";
import {
  createTestShop,
  insertContract,
  insertStaff,
  signIn,
  type TestShop,
  testAudit,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

const list = (headers: Record<string, string>, search = "") =>
  listContracts({
    request: new Request(ORIGIN + CONTRACT_LIST_PATH + search, { headers }),
    params: {},
    context: {},
  });

const codeOf = async (response: Response) => ((await response.json()) as ProblemBody).code;

describe("an API key", () => {
  test("is accepted in the header", async () => {
    expect((await list({ "X-API-Key": shop.readKey })).status).toBe(200);
  });

  test("is accepted as the deprecated parameter, with headers that say so", async () => {
    const response = await list({}, `?api_key=${shop.readKey}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Deprecation")).toMatch(/^@\d{10}$/);
    expect(response.headers.get("Link")).toContain('<http://localhost/api/docs#api-key>; rel="deprecation"');
    const links = response.headers.get("Link")?.split(/,\s*</) ?? [];
    expect(links.filter((link) => link.includes('rel="first"'))).toHaveLength(1);
    expect(response.headers.get("Link")).not.toContain(shop.readKey);
    const byHeader = await list({ "X-API-Key": shop.readKey });
    expect([
      byHeader.headers.get("Deprecation"),
      byHeader.headers.get("Link")?.includes("deprecation"),
    ]).toEqual([null, false]);
  });

  test("in the header takes precedence over the parameter, right or wrong; an empty header counts as missing", async () => {
    expect((await list({ "X-API-Key": shop.readKey }, "?api_key=prn_1_wrong")).status).toBe(200);
    expect((await list({ "X-API-Key": "prn_1_wrong" }, `?api_key=${shop.readKey}`)).status).toBe(401);
    expect((await list({ "X-API-Key": " " }, `?api_key=${shop.readKey}`)).status).toBe(200);
  });

  test("a refused one by parameter also gets the deprecation headers", async () => {
    const response = await list({}, "?api_key=prn_1_wrong");
    expect([response.status, response.headers.has("Deprecation")]).toEqual([401, true]);
  });

  test("that is missing, malformed or unknown is 401 with its own code and a way in", async () => {
    const unknown = `${shop.readKey.slice(0, -32)}${"x".repeat(32)}`;
    for (const [headers, code] of [
      [{}, "unauthenticated"],
      [{ "X-API-Key": "" }, "unauthenticated"],
      [{ "X-API-Key": "secret" }, "invalid_credentials"],
      [{ "X-API-Key": "prn_zzzzzzzzzzz_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }, "invalid_credentials"],
      [{ "X-API-Key": unknown }, "invalid_credentials"],
      [{ "X-API-Key": `${shop.readKey}, ${shop.readKey}` }, "invalid_credentials"],
    ] as const) {
      const response = await list(headers as Record<string, string>);
      expect([response.status, await codeOf(response)]).toEqual([401, code]);
      expect(response.headers.get("WWW-Authenticate")).toBe('ApiKey realm="Perennial"');
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.has("RateLimit")).toBe(false);
    }
  });

  test("of another shop's number with this one's secret is unknown", async () => {
    const other = await createTestShop();
    const swapped = shop.readKey.replace(
      /^prn_[^_]+/,
      other.readKey.slice(0, other.readKey.lastIndexOf("_", 12)),
    );
    expect(swapped).not.toBe(shop.readKey);
    expect((await list({ "X-API-Key": swapped })).status).toBe(401);
  });

  test("shows its own shop's contracts and no other's", async () => {
    const other = await createTestShop();
    await insertContract(shop.id);
    await insertContract(other.id);
    await insertContract(other.id);
    expect(await (await list({ "X-API-Key": shop.readKey })).json()).toHaveLength(1);
    expect(await (await list({ "X-API-Key": other.readKey })).json()).toHaveLength(2);
  });

  test("that is revoked is refused from then on, though it was good a moment ago", async () => {
    const made = await createKey(shop.id, { name: "Short-lived", scope: "read" }, testAudit());
    expect((await list({ "X-API-Key": made.key })).status).toBe(200);
    await revokeKey(shop.id, made.id, testAudit());
    const response = await list({ "X-API-Key": made.key });
    expect([response.status, await codeOf(response)]).toEqual([401, "invalid_credentials"]);
  });

  test("that is revoked while calls with it are under way is not remembered by them", async () => {
    const made = await createKey(shop.id, { name: "Busy", scope: "read" }, testAudit());
    const calls = Array.from({ length: 20 }, () => list({ "X-API-Key": made.key }));
    await revokeKey(shop.id, made.id, testAudit());
    await Promise.all(calls);
    expect((await list({ "X-API-Key": made.key })).status).toBe(401);
  });

  test("is refused from the very instant it expires", async () => {
    const made = await createKey(shop.id, { name: "Until soon", scope: "read" }, testAudit());
    const soon = new Date(Date.now() + 400);
    // Only the clock of this process is stopped; timers and the database are not affected.
    vi.useFakeTimers({ toFake: ["Date"], now: soon.getTime() - 1 });
    onTestFinished(() => void vi.useRealTimers());
    await client`update api_keys set expires_at = ${soon.toISOString()} where shop_id = ${shop.id} and id = ${made.id}`;
    expect((await list({ "X-API-Key": made.key })).status).toBe(200);
    vi.setSystemTime(soon);
    expect((await list({ "X-API-Key": made.key })).status).toBe(401);
  });

  test("is marked as used, once a minute at most", async () => {
    const used = async () => (await listApiKeys(shop.id)).find((key) => key.name === "Read key")?.lastUsedAt;
    expect(await used()).toBeNull();
    await list({ "X-API-Key": shop.readKey });
    const first = await used();
    expect(first).toBeInstanceOf(Date);
    await list({ "X-API-Key": shop.readKey });
    expect(await used()).toEqual(first);
  });

  test("of read scope may not write, one of write scope may do both", async () => {
    const body = sendJson({ name: "x" });
    const refused = await askJson(writeThing, "/t?mode=a", { method: "PUT", key: shop.readKey, ...body });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({
        code: "forbidden",
        detail: "This needs an API key with the scope contracts:write.",
      }),
    ]);
    expect(refused.headers.has("RateLimit")).toBe(true);
    const written = await askJson(writeThing, "/t?mode=a", { method: "PUT", key: shop.writeKey, ...body });
    expect(await written.json()).toEqual({ name: "x", shop: shop.id });
    const params = { thingId: "1" };
    expect((await askJson(readThing, "/t/1", { key: shop.writeKey, params })).status).toBe(200);
  });

  test("comes first: without one, nobody learns what is wrong with the rest", async () => {
    const response = await askJson(writeThing, "/t?mode=c", { method: "PUT", ...sendJson({}) });
    expect([response.status, await codeOf(response)]).toEqual([401, "unauthenticated"]);
  });
});

describe("an endpoint for keys and for staff", () => {
  const both = defineEndpoint({
    operationId: "both",
    summary: "Both",
    method: "POST",
    access: { apiKey: "contracts:write", staff: "editor" },
    handler: async ({ principal }) => ({ kind: principal.kind, shop: principal.shop.id }),
  });

  test("takes a session of the least role, from its own pages only", async () => {
    const editor = await insertStaff(shop.id, "editor");
    const cookie = await signIn(shop.id, editor.id);
    const ask = (headers: Record<string, string>) => askJson(both, "/b", { method: "POST", headers });
    const own = await ask({ cookie, origin: ORIGIN });
    expect(await own.json()).toEqual({ kind: "staff", shop: shop.id });
    for (const headers of [
      { cookie },
      { cookie, origin: "https://evil.example" },
      { cookie, origin: "null" },
    ]) {
      const response = await ask(headers as Record<string, string>);
      expect([response.status, await codeOf(response)]).toEqual([403, "origin_mismatch"]);
    }
    const viewer = await insertStaff(shop.id, "viewer");
    const low = await ask({ cookie: await signIn(shop.id, viewer.id), origin: ORIGIN });
    expect([low.status, await codeOf(low)]).toEqual([403, "forbidden"]);
  });

  test("uses the key when both are sent, and does not fall back to the session", async () => {
    const owner = await insertStaff(shop.id, "owner");
    const cookie = await signIn(shop.id, owner.id);
    const other = await createTestShop();
    const ask = (key: string) =>
      askJson(both, "/b", { method: "POST", key, headers: { cookie, origin: ORIGIN } });
    expect(await (await ask(other.writeKey)).json()).toEqual({ kind: "api_key", shop: other.id });
    expect((await ask("prn_1_wrong")).status).toBe(401);
  });
});
