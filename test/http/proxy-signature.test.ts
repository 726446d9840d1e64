import { createHmac } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { signProxyParameters } from "~/access/portal/proxy-signature";
import * as acceptReferral from "~/api/accept-referral";
import * as storefrontBundle from "~/api/bundle-detail.portal";
import { bundlePageLoader } from "~/features/bundles/storefront/storefront.endpoints.server";
import { landingLoader } from "~/features/referrals/landing/landing.pages.server";
import { FOREIGN_ORIGIN_HEADER } from "~/http/request/internal-headers";
import { env } from "~/lib/env.server";
import type { ProblemBody } from "~/lib/problem";
import { APP_SECRET } from "../support/calls/app-secret";
import { ask, insertCallers, post, REFUSED, writeMe } from "../support/calls/customer-calls";
import { askJson, ORIGIN, sendJson } from "../support/calls/json-endpoints";
import { asCustomer, customerToken, signedQuery } from "../support/calls/portal";
import type { TestShop } from "../support/data/factories";
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

/** Seconds after an instant; the clock then stands still. */
const later = (seconds: number, from = new Date()) =>
  vi.useFakeTimers({ now: from.getTime() + seconds * 1000, toFake: ["Date"] });
/** As a signature gives it. */
const wholeSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000);

describe("a signed proxy request", () => {
  test("signs the storefront's customer in, whatever else is in the query", async () => {
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
    // The caller's own parameter, which the platform signs together with its own…
    const query = signedQuery(shop, ada, { parameters: { aa: `xlogged_in_customer_id=${bob}m` } });
    const honest = new URLSearchParams(query);
    // … split differently: the signed text stays the same, byte for byte.
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
    const now = wholeSecond();
    const query = signedQuery(shop, ada, { now });
    later(299, now);
    expect(await ask(query)).toMatchObject({ customer: ada });
    later(302, now);
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

  test("is refused while no app secret is configured, beside a token too", async () => {
    vi.spyOn(env, "APP_SECRET", "get").mockReturnValue(undefined);
    expect(await ask(signedQuery(shop, ada))).toBe(REFUSED);
    const query = signedQuery(shop, ada, { parameters: { token: await customerToken(shop, ada) } });
    expect(await ask(query)).toBe(REFUSED);
  });

  test("that is forged, or that nothing can verify, is 401 on public pages and JSON, whatever shop is named", async () => {
    const BUNDLE = "/apps/memberships/cp/api/v3/subscription-bundlings/external/get-bundle/coffee";
    const read = (handler: (args: LoaderFunctionArgs) => Promise<Response>, path: string, query: string) =>
      handler({
        request: new Request(ORIGIN + path + query),
        params: { handle: "coffee", token: "x" },
        context: {},
      });
    const statuses = async (query: string) => {
      const answers = await Promise.all([
        read(storefrontBundle.loader, BUNDLE, query),
        read(acceptReferral.loader, "/loyalty/cp/api/referral-rules/accept-offer", query),
        read(bundlePageLoader, "/apps/memberships/bundles/coffee", query),
        read(landingLoader, "/apps/memberships/friends/x", query),
      ]);
      return answers.map(({ status }) => status);
    };
    const query = signedQuery(shop, null);
    expect(await statuses(query)).not.toContain(401);
    expect(await statuses(`${query}0`)).toEqual([401, 401, 401, 401]);
    expect(await statuses(`?shop=${shop.shop.storeDomain}&signature=`)).toEqual([401, 401, 401, 401]);
    vi.spyOn(env, "APP_SECRET", "get").mockReturnValue(undefined);
    expect(await statuses(query)).toEqual([401, 401, 401, 401]);
  });

  test("alone changes something once, wherever it is sent again; reading it may, as often as one likes", async () => {
    const headers = { "content-type": "application/json" };
    const now = wholeSecond();
    const query = signedQuery(shop, ada, { now });
    expect(await ask(query)).toMatchObject({ customer: ada });
    const both = await Promise.all([post(query, headers), post(query, headers)]);
    expect(both).toContainEqual({ shop: shop.id, customer: ada });
    expect(both).toContain("409 conflict");
    later(299, now);
    expect(await post(query, headers)).toBe("409 conflict");
    expect(await ask(query)).toMatchObject({ customer: ada });
    later(0);
    expect(await post(signedQuery(shop, ada, { parameters: { page: "2" } }), headers)).toMatchObject({
      customer: ada,
    });
  });

  test("that another call has used up says how to send it again: a second later the platform signs anew", async () => {
    const now = wholeSecond();
    later(0, now);
    const write = (at: Date, quantity: number) =>
      askJson(writeMe, `/me${signedQuery(shop, ada, { now: at })}`, {
        method: "POST",
        ...sendJson({ quantity }),
      });
    expect((await write(now, 1)).status).toBe(200);
    const refused = await write(now, 2);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([409, "1"]);
    expect(((await refused.json()) as ProblemBody).detail).toContain("may send it again a second later");
    later(1, now);
    expect((await write(new Date(), 2)).status).toBe(200);
    vi.useRealTimers();
  });

  test("that was refused for its origin is not used up", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const query = signedQuery(shop, ada);
    expect(await post(query, { ...form, origin: "https://evil.example" })).toBe("403 origin_mismatch");
    expect(await post(query, { ...form, origin: ORIGIN })).toMatchObject({ customer: ada });
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
    for (const [index, headers] of may.entries()) {
      const query = signedQuery(shop, ada, { parameters: { index: String(index) } });
      expect(await post(query, headers)).toMatchObject({ customer: ada });
    }
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
