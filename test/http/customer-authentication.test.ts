import { createHmac } from "node:crypto";
import { CompactEncrypt } from "jose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { toPortalKey } from "~/features/portal-access/key-ring.server";
import { openPortalToken, sealPortalToken } from "~/features/portal-access/portal-token.server";
import { signProxyParameters } from "~/features/portal-access/proxy-signature";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { FOREIGN_ORIGIN_HEADER } from "~/http/internal-headers";
import type { ProblemBody } from "~/http/problem";
import { env } from "~/lib/env.server";
import { APP_SECRET } from "../support/app-secret";
import { resetDatabase } from "../support/database";
import { createTestShop, insertCustomer, NOW, type TestShop } from "../support/factories";
import { askJson, ORIGIN } from "../support/json-endpoints";
import { asCustomer, customerToken, signedQuery } from "../support/portal";

const whoAmI = { access: { customer: true }, summary: "Who calls" } as const;
const read = defineEndpoint({
  ...whoAmI,
  operationId: "readMe",
  method: "GET",
  handler: async ({ principal }) => ({ shop: principal.shop.id, customer: principal.customerId }),
});
const write = defineEndpoint({
  ...whoAmI,
  operationId: "writeMe",
  method: "POST",
  handler: async ({ principal }) => ({ shop: principal.shop.id, customer: principal.customerId }),
});

let shop: TestShop;
let other: TestShop;
let ada: number;
let bob: number;
beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
  shop = await createTestShop();
  other = await createTestShop();
  ada = (await insertCustomer(shop.id)).id;
  bob = (await insertCustomer(shop.id)).id;
});

type Asking = { headers?: Record<string, string>; host?: string };
const ask = async (query: string, { headers = {}, host }: Asking = {}) =>
  answer(await askJson(read, `/me${query}`, { headers: { ...headers, ...(host && { host }) } }));
const post = async (query: string, headers: Record<string, string> = {}) =>
  answer(await askJson(write, `/me${query}`, { method: "POST", headers }));
const answer = async (response: Response) =>
  response.ok
    ? ((await response.json()) as { shop: number; customer: number })
    : `${response.status} ${((await response.json()) as ProblemBody).code}`;

const REFUSED = "401 invalid_credentials";
const later = (seconds: number) => vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ["Date"] });

describe("a portal token", () => {
  test("lets its customer in, as bearer and as parameter", async () => {
    const me = { shop: shop.id, customer: ada };
    expect(await ask("", { headers: await asCustomer(shop, ada) })).toEqual(me);
    expect(await ask(`?token=${await customerToken(shop, ada)}`)).toEqual(me);
  });

  test("is required: without one, with an empty one or with a cookie the answer is 401 and names the way in", async () => {
    for (const query of ["", "?token="]) expect(await ask(query)).toBe("401 unauthenticated");
    const response = await askJson(read, "/me", {
      headers: { cookie: `token=${await customerToken(shop, ada)}` },
    });
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Bearer realm="Perennial"',
    ]);
  });

  test("is good to the second before two hours are over, and no longer", async () => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    const token = await customerToken(shop, ada, NOW);
    for (const [seconds, expected] of [
      [7199, { shop: shop.id, customer: ada }],
      [7200, REFUSED],
      [7201, REFUSED],
    ] as const) {
      vi.setSystemTime(NOW.getTime() + seconds * 1000);
      expect(await ask(`?token=${token}`)).toEqual(expected);
    }
  });

  test("with any one character changed, left out or added opens nothing", async () => {
    const token = await customerToken(shop, ada);
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect([at, await ask(`?token=${changed}`)]).toEqual([at, REFUSED]);
    }
    // The last character of a part holds bits that stand for nothing: no other spelling of the same bytes opens either.
    for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
      if (last !== token.at(-1)) expect(await ask(`?token=${token.slice(0, -1)}${last}`)).toBe(REFUSED);
    const otherAlphabet = token.replaceAll("-", "+").replaceAll("_", "/");
    for (const spelling of [`${token}=`, `${token}==`, ` ${token}`, otherAlphabet])
      if (spelling !== token) expect(await ask(`?${new URLSearchParams({ token: spelling })}`)).toBe(REFUSED);
    for (const odd of [
      token.slice(1),
      `${token}.`,
      token.slice(0, -3),
      token.split(".").slice(1).join("."),
      "x",
    ])
      expect(await ask(`?token=${odd}`)).toBe(REFUSED);
  });

  test("sealed by a key that is not in the ring, or with an algorithm of the sender's choice, opens nothing", async () => {
    const foreign = toPortalKey(Buffer.alloc(32, 7).toString("base64url"));
    const { token } = await sealPortalToken(shop.shop, ada, new Date(), [foreign]);
    expect(await ask(`?token=${token}`)).toBe(REFUSED);

    const claims = {
      cid: ada,
      sid: shop.id,
      shop: shop.shop.storeDomain,
      iat: 0,
      exp: 9e9,
      jti: "A".repeat(22),
    };
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const body = encode(claims);
    for (const header of [
      { alg: "none" },
      { alg: "none", enc: "none" },
      { alg: "dir", enc: "none" },
      { alg: "HS256" },
    ])
      for (const form of [
        `${encode(header)}.${body}.`,
        `${encode(header)}..${body}..`,
        `${encode(header)}....${body}`,
      ])
        expect(await ask(`?token=${form}`)).toBe(REFUSED);
    const [own] = (env.PORTAL_TOKEN_KEYS ?? []).map(toPortalKey);
    const wrapped = await new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: "A256GCMKW", enc: "A256GCM", kid: own?.id })
      .encrypt((await own?.key) ?? new Uint8Array());
    expect(await ask(`?token=${wrapped}`)).toBe(REFUSED);
  });

  test("opens nothing when it was never issued, though our own key sealed it", async () => {
    const { token } = await sealPortalToken(shop.shop, ada, new Date());
    expect(await openPortalToken(token)).toMatchObject({ customerId: ada });
    expect(await ask(`?token=${token}`)).toBe(REFUSED);
  });

  test("is opened by every key of the ring, and sealed by the first", async () => {
    const [old, fresh] = [1, 2].map((byte) => toPortalKey(Buffer.alloc(32, byte).toString("base64url")));
    if (!old || !fresh) throw new Error("no keys");
    const before = await sealPortalToken(shop.shop, ada, NOW, [old]);
    const after = await sealPortalToken(shop.shop, ada, NOW, [fresh, old]);
    expect(await openPortalToken(before.token, [fresh, old])).toEqual(before.claims);
    expect(await openPortalToken(after.token, [fresh])).toEqual(after.claims);
    expect(await openPortalToken(before.token, [fresh])).toBeNull();
  });

  test("of a shop opens nothing on another shop's host", async () => {
    const token = await customerToken(shop, ada);
    const host = other.shop.storeDomain;
    expect(await ask(`?token=${token}`, { host })).toBe(REFUSED);
    expect(await ask(`?token=${token}`, { host: shop.shop.storeDomain })).toMatchObject({ customer: ada });
  });

  test("is one: two different ones, or the same parameter twice, are refused", async () => {
    const [one, two] = [await customerToken(shop, ada), await customerToken(shop, bob)];
    expect(await ask(`?token=${one}&token=${two}`)).toBe(REFUSED);
    expect(await ask(`?token=${one}`, { headers: { Authorization: `Bearer ${two}` } })).toBe(REFUSED);
    expect(await ask(`?token=${one}`, { headers: { Authorization: `Bearer ${one}` } })).toMatchObject({
      customer: ada,
    });
  });

  test("is enough for a form post from anywhere: nothing in it is ambient", async () => {
    expect(await post(`?token=${await customerToken(shop, ada)}`)).toMatchObject({ customer: ada });
  });
});

describe("a signed proxy request", () => {
  test("lets the storefront's customer in, whatever else stands in the query", async () => {
    const parameters = { page: "1", note: "a b&c=ä", empty: "" };
    expect(await ask(signedQuery(shop, ada, { parameters }))).toEqual({ shop: shop.id, customer: ada });
    const repeated = new URLSearchParams(signedQuery(shop, ada).slice(1));
    repeated.delete("signature");
    repeated.append("line", "1");
    repeated.append("line", "2");
    const text = [...new Set(repeated.keys())]
      .map((name) => `${name}=${repeated.getAll(name).join(",")}`)
      .sort()
      .join("");
    repeated.append("signature", createHmac("sha256", APP_SECRET).update(text).digest("hex"));
    expect(await ask(`?${repeated}`)).toMatchObject({ customer: ada });
  });

  test("with any parameter changed, added, left out or repeated is refused", async () => {
    const query = signedQuery(shop, ada, { parameters: { page: "1" } });
    for (const name of [...new URLSearchParams(query).keys()]) {
      const changed = new URLSearchParams(query);
      changed.set(name, `${changed.get(name)}0`);
      const without = new URLSearchParams(query);
      without.delete(name);
      const twice = new URLSearchParams(query);
      twice.append(name, twice.get(name) ?? "");
      const expected = name === "signature" ? "401 unauthenticated" : REFUSED;
      expect([name, await ask(`?${changed}`), await ask(`?${without}`), await ask(`?${twice}`)]).toEqual([
        name,
        REFUSED,
        expected,
        REFUSED,
      ]);
    }
    expect(await ask(`${query}&more=1`)).toBe(REFUSED);
  });

  test("whose signed text is cut into other parameters does not become another customer's", async () => {
    // The asker's own parameter, which the platform signs along with its own…
    const query = signedQuery(shop, ada, { parameters: { aa: `xlogged_in_customer_id=${bob}m` } });
    const honest = new URLSearchParams(query);
    // … cut anew: the signed text stays the same, byte for byte.
    const forged = new URLSearchParams({
      aa: "x",
      logged_in_customer_id: String(bob),
      mlogged_in_customer_id: String(ada),
      path_prefix: honest.get("path_prefix") ?? "",
      shop: honest.get("shop") ?? "",
      timestamp: honest.get("timestamp") ?? "",
    });
    expect(signProxyParameters(forged, APP_SECRET)).toBe(honest.get("signature"));
    forged.set("signature", honest.get("signature") ?? "");
    expect(await ask(`?${forged}`)).toBe(REFUSED);
  });

  test("may leave out what is empty: nobody is signed in then", async () => {
    const sign = async (leftOut: string[], extra: Record<string, string> = {}) => {
      const all = new URLSearchParams({
        ...extra,
        shop: shop.shop.storeDomain,
        path_prefix: "/apps/memberships",
      });
      all.set("timestamp", String(Math.floor(Date.now() / 1000)));
      all.set("logged_in_customer_id", String(ada));
      for (const name of leftOut) all.delete(name);
      all.set("signature", signProxyParameters(all, APP_SECRET));
      return ask(`?${all}`);
    };
    expect(await sign(["path_prefix"])).toMatchObject({ customer: ada });
    expect(await sign(["logged_in_customer_id"])).toBe("401 unauthenticated");
    const token = await customerToken(shop, ada);
    expect(await sign(["logged_in_customer_id", "path_prefix"], { token })).toMatchObject({ customer: ada });
    for (const name of ["shop", "timestamp"]) expect(await sign([name])).toBe(REFUSED);
    expect(await sign(["logged_in_customer_id"], { x: `logged_in_customer_id=${bob}` })).toBe(REFUSED);
  });

  test("is good for five minutes", async () => {
    const query = signedQuery(shop, ada, { now: new Date(Math.floor(Date.now() / 1000) * 1000) });
    later(299);
    expect(await ask(query)).toMatchObject({ customer: ada });
    vi.useRealTimers();
    later(302);
    expect(await ask(query)).toBe(REFUSED);
    vi.useRealTimers();
    expect(await ask(signedQuery(shop, ada, { now: new Date(Date.now() - 360_000) }))).toBe(REFUSED);
    expect(await ask(signedQuery(shop, ada, { now: new Date(Date.now() + 360_000) }))).toBe(REFUSED);
  });

  test("of an unknown shop is refused, and a customer the shop has not yet is nobody's neighbour", async () => {
    const unknown = { shop: { ...shop.shop, storeDomain: "nobody.mystore.example" } };
    expect(await ask(signedQuery(unknown, ada))).toBe(REFUSED);
    expect(await ask(signedQuery(other, ada))).toEqual({ shop: other.id, customer: ada });
  });

  test("says nothing while no app secret is configured", async () => {
    vi.spyOn(env, "APP_SECRET", "get").mockReturnValue(undefined);
    expect(await ask(signedQuery(shop, ada))).toBe("401 unauthenticated");
    const query = signedQuery(shop, bob, { parameters: { token: await customerToken(shop, ada) } });
    expect(await ask(query)).toMatchObject({ customer: ada });
  });

  test("of nobody is no credential, and does not contradict a token", async () => {
    expect(await ask(signedQuery(shop, null))).toBe("401 unauthenticated");
    const parameters = { token: await customerToken(shop, ada) };
    expect(await ask(signedQuery(shop, null, { parameters }))).toMatchObject({ customer: ada });
  });

  test("beside a token has to name the same customer of the same shop", async () => {
    const parameters = { token: await customerToken(shop, ada) };
    expect(await ask(signedQuery(shop, ada, { parameters }))).toMatchObject({ customer: ada });
    expect(await ask(signedQuery(shop, bob, { parameters }))).toBe(REFUSED);
    expect(await ask(signedQuery(other, ada, { parameters }))).toBe(REFUSED);
    expect(await ask(signedQuery(other, null, { parameters }))).toBe(REFUSED);
    const headers = await asCustomer(shop, ada);
    expect(await ask(signedQuery(shop, bob), { headers })).toBe(REFUSED);
    expect(await ask(`${signedQuery(shop, ada)}0`, { headers })).toBe(REFUSED);
  });

  test("alone may change something only as JSON, or from a page of the host or of the signed shop", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const storefront = `https://${shop.shop.storeDomain}`;
    const may: Record<string, string>[] = [
      { "content-type": "application/json" },
      { ...form, origin: ORIGIN },
      { ...form, origin: storefront },
      { ...form, [FOREIGN_ORIGIN_HEADER]: storefront, "sec-fetch-site": "cross-site" },
      { ...form, "sec-fetch-site": "same-origin" },
    ];
    for (const headers of may)
      expect(await post(signedQuery(shop, ada), headers)).toMatchObject({ customer: ada });
    const mayNot: Record<string, string>[] = [
      form,
      { ...form, origin: "https://evil.example" },
      { ...form, origin: "null" },
      { ...form, origin: `https://${other.shop.storeDomain}` },
      { ...form, [FOREIGN_ORIGIN_HEADER]: "https://evil.example", "sec-fetch-site": "same-origin" },
      { "content-type": "text/plain", origin: "https://evil.example" },
    ];
    for (const headers of mayNot)
      expect(await post(signedQuery(shop, ada), headers)).toBe("403 origin_mismatch");
  });
});
