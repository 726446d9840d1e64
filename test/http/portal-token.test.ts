import { CompactEncrypt } from "jose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { toPortalKey } from "~/access/key-ring.server";
import { openPortalToken, sealPortalToken } from "~/access/portal/portal-token.server";
import { env } from "~/lib/env.server";
import { ask, insertCallers, post, REFUSED, readMe } from "../support/calls/customer-calls";
import { askJson } from "../support/calls/json-endpoints";
import { asCustomer, customerToken } from "../support/calls/portal";
import { NOW, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let other: TestShop;
let ada: number;
let bob: number;
beforeEach(async () => {
  vi.useRealTimers();
  await resetDatabase();
  ({ shop, other, ada, bob } = await insertCallers());
});

describe("a portal token", () => {
  test("signs its customer in, as bearer and as parameter", async () => {
    const me = { shop: shop.id, customer: ada };
    expect(await ask("", { headers: await asCustomer(shop, ada) })).toEqual(me);
    expect(await ask(`?token=${await customerToken(shop, ada)}`)).toEqual(me);
  });

  test("is required: without one, with an empty one or with a cookie the answer is 401 and names the scheme", async () => {
    for (const query of ["", "?token="]) expect(await ask(query)).toBe("401 unauthenticated");
    const response = await askJson(readMe, "/me", {
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
    // The last character of a part has unused bits: another spelling of the same bytes does not open it either.
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
    const { token } = sealPortalToken(shop.shop, ada, new Date(), [foreign]);
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
    const { token } = sealPortalToken(shop.shop, ada, new Date());
    expect(await openPortalToken(token)).toMatchObject({ customerId: ada });
    expect(await ask(`?token=${token}`)).toBe(REFUSED);
  });

  test("is opened by every key of the ring, and sealed by the first", async () => {
    const [old, fresh] = [1, 2].map((byte) => toPortalKey(Buffer.alloc(32, byte).toString("base64url")));
    if (!old || !fresh) throw new Error("no keys");
    const before = sealPortalToken(shop.shop, ada, NOW, [old]);
    const after = sealPortalToken(shop.shop, ada, NOW, [fresh, old]);
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
