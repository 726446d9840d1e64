import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openPortalToken } from "~/access/portal/portal-token.server";
import { loader as linkRoute } from "~/api/portal-link";
import { loader as linkByIdRoute } from "~/api/portal-link-by-id";
import { loader as tokenRoute } from "~/api/portal-token";
import { createKey } from "~/features/api-keys/api-keys.service.server";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { portalTokens } from "~db/schema/portal-access";
import { shops } from "~db/schema/shops";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  type TestShop,
  testAudit,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let customerId: number;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  customerId = (await insertCustomer(shop.id, { email: "Ada@Example.com" })).id;
  await insertContract(shop.id, { customerId });
});

const ROUTES = { link: linkRoute, byId: linkByIdRoute, token: tokenRoute };
type Asking = { key?: string | null; method?: string; id?: string; host?: string };
function ask(
  route: keyof typeof ROUTES,
  query = "",
  { key = shop.writeKey, method = "GET", id, host }: Asking = {},
) {
  const headers = { ...(key && { "X-API-Key": key }), ...(host && { host }) };
  const request = new Request(`http://localhost/x${query}`, { method, headers });
  return ROUTES[route]({ request, params: { ...(id !== undefined && { customerId: id }) }, context: {} });
}
const read = async (response: Response) => (await response.json()) as Record<string, string>;
const tokenOf = (link = "") => new URL(link).searchParams.get("token") ?? "";
const issued = () => db.select().from(portalTokens).where(eq(portalTokens.shopId, shop.id));

describe("operation 2", () => {
  test("answers exactly two fields: a link to the shop's own portal, and when it ends", async () => {
    const before = Date.now();
    const response = await ask("link", `?customerId=${customerId}`);
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    const body = await read(response);
    expect(Object.keys(body).sort()).toEqual(["manageSubscriptionLink", "tokenExpirationTime"]);
    const link = new URL(body.manageSubscriptionLink ?? "");
    expect([link.origin, link.pathname, [...link.searchParams.keys()]]).toEqual([
      `https://${shop.shop.storeDomain}`,
      "/apps/memberships/cp",
      ["token"],
    ]);
    const claims = await openPortalToken(tokenOf(link.href));
    expect(claims).toMatchObject({ customerId, shopId: shop.id, storeDomain: shop.shop.storeDomain });
    expect(claims?.expiresAt.toISOString()).toBe(body.tokenExpirationTime);
    const lifetime = Date.parse(body.tokenExpirationTime ?? "") - before;
    expect(lifetime).toBeGreaterThan(2 * 3600_000 - 1001);
    expect(lifetime).toBeLessThanOrEqual(2 * 3600_000 + 1000);
  });

  test("builds the link from the shop's row, whatever host was asked", async () => {
    const link = async () =>
      (await read(await ask("link", `?customerId=${customerId}`, { host: "evil.example" })))
        .manageSubscriptionLink;
    expect(await link()).toMatch(new RegExp(`^https://${shop.shop.storeDomain}/`));
    // A key is looked up in the database every two seconds; another key sees the new settings at once.
    const renewed = async (values: Partial<typeof shops.$inferInsert>) => {
      await db.update(shops).set(values).where(eq(shops.id, shop.id));
      const { key } = await createKey(shop.id, { name: "n", scope: "write" }, testAudit(new Date()));
      return (await read(await ask("link", `?customerId=${customerId}`, { key }))).manageSubscriptionLink;
    };
    expect(await renewed({ publicDomain: "shop.example.com", portalPath: "my/plans" })).toMatch(
      /^https:\/\/shop\.example\.com\/my\/plans\?token=/,
    );
    expect(await renewed({ publicDomain: "localhost:3000" })).toMatch(
      /^http:\/\/localhost:3000\/my\/plans\?token=/,
    );
  });

  test("finds a customer by e-mail in any case, and customerId wins over it", async () => {
    const other = await insertCustomer(shop.id);
    const byEmail = await read(await ask("link", "?emailId=ada%40example.COM"));
    expect(await openPortalToken(tokenOf(byEmail.manageSubscriptionLink))).toMatchObject({ customerId });
    const tagged = await insertCustomer(shop.id, { email: "bo+shop@example.com" });
    await insertContract(shop.id, { customerId: tagged.id });
    // A `+` that the caller did not encode arrives as a blank.
    for (const plus of ["+", "%2B"]) {
      const link = await read(await ask("link", `?emailId=bo${plus}shop@example.com`));
      const claims = await openPortalToken(tokenOf(link.manageSubscriptionLink));
      expect(claims).toMatchObject({ customerId: tagged.id });
      const token = await (await ask("token", `?email=bo${plus}shop@example.com`)).json();
      expect(token).toMatchObject({ customerId: tagged.id });
    }
    const both = await read(await ask("link", `?emailId=ada@example.com&customerId=${other.id}`));
    expect(await openPortalToken(tokenOf(both.manageSubscriptionLink))).toMatchObject({
      customerId: other.id,
    });
    const gid = await read(await ask("link", `?customerId=gid://platform/Customer/${customerId}`));
    expect(await openPortalToken(tokenOf(gid.manageSubscriptionLink))).toMatchObject({ customerId });
  });

  test("has a sibling with the customer in the path, and one that answers the token alone", async () => {
    const byId = await read(await ask("byId", "", { id: String(customerId) }));
    expect(Object.keys(byId).sort()).toEqual(["manageSubscriptionLink", "tokenExpirationTime"]);
    const token = (await (await ask("token", "?email=ada@example.com")).json()) as Record<string, unknown>;
    expect(Object.keys(token).sort()).toEqual(["customerId", "token"]);
    expect(token.customerId).toBe(customerId);
    const claims = [tokenOf(byId.manageSubscriptionLink), String(token.token)].map((each) =>
      openPortalToken(each),
    );
    for (const each of await Promise.all(claims)) expect(each).toMatchObject({ customerId, shopId: shop.id });
  });

  test("refuses with 400 what is no id, neither parameter, and an e-mail without contracts", async () => {
    await insertCustomer(shop.id, { email: "window-shopper@example.com" });
    const refusals = async (route: keyof typeof ROUTES, query: string, id?: string) => {
      const response = await ask(route, query, { id });
      const { errors } = (await response.json()) as ProblemBody;
      return [response.status, errors?.map(({ parameter, code }) => [parameter, code])];
    };
    for (const id of ["abc", "0", "-5", "1.5", "9007199254740993"]) {
      expect(await refusals("link", `?customerId=${id}`)).toEqual([400, [["customerId", "invalid_id"]]]);
      expect(await refusals("byId", "", id)).toEqual([400, [["customerId", "invalid_id"]]]);
      expect(await refusals("token", `?customerId=${id}`)).toEqual([400, [["customerId", "invalid_id"]]]);
    }
    for (const query of ["", "?customerId=&emailId=%20"])
      expect(await refusals("link", query)).toEqual([400, [["customerId", "missing"]]]);
    for (const email of ["nobody@example.com", "window-shopper@example.com"]) {
      expect(await refusals("link", `?emailId=${email}`)).toEqual([400, [["emailId", "unknown_email"]]]);
      expect(await refusals("token", `?email=${email}`)).toEqual([400, [["email", "unknown_email"]]]);
    }
    expect(await issued()).toEqual([]);
  });

  test("answers an unknown id and a customer of another shop alike, byte for byte", async () => {
    const foreign = await createTestShop();
    const stranger = await insertCustomer(foreign.id);
    const answer = async (id: number) => {
      const response = await ask("link", `?customerId=${id}`);
      return [response.status, { ...(await read(response)), requestId: "" }];
    };
    const unknown = await answer(999_999_999);
    expect(unknown[0]).toBe(404);
    expect(await answer(stranger.id)).toEqual(unknown);
    const email = await ask("link", `?emailId=${stranger.email}`);
    expect(email.status).toBe(400);
  });

  test("needs write scope: a read-only key is refused, and nothing is issued", async () => {
    for (const route of ["link", "token"] as const)
      expect((await ask(route, `?customerId=${customerId}`, { key: shop.readKey })).status).toBe(403);
    expect((await ask("byId", "", { id: String(customerId), key: shop.readKey })).status).toBe(403);
    expect((await ask("link", `?customerId=${customerId}`, { key: null })).status).toBe(401);
    expect(await issued()).toEqual([]);
  });

  test("keeps who issued what for whom, and no token", async () => {
    const { manageSubscriptionLink } = await read(await ask("link", `?customerId=${customerId}`));
    const rows = await issued();
    expect(rows).toMatchObject([
      { customerId, kind: "LINK", issuedByType: "api_key", issuedByName: "First key", isSingleUse: false },
    ]);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(manageSubscriptionLink));
  });

  test("issues nothing for HEAD, which checks all the same", async () => {
    const head = await ask("link", `?customerId=${customerId}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await ask("token", "?customerId=999", { method: "HEAD" })).status).toBe(404);
    expect((await ask("byId", "", { method: "HEAD", id: String(customerId) })).status).toBe(200);
    expect(await issued()).toEqual([]);
  });
});
