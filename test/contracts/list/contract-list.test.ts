import { beforeEach, describe, expect, test } from "vitest";
import { action } from "~/api/contract-list";
import { client } from "~db/client.server";
import { LIST_PATH, readLinks, readList, requestList, walkList } from "../../support/data/contract-list";
import { createTestShop, insertContract, NOW, type TestShop } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

describe("paging", () => {
  beforeEach(async () => {
    for (let i = 0; i < 5; i++)
      await insertContract(shop.id, { createdAt: new Date(Date.UTC(2026, 0, 1, i)) });
  });

  test("by page links first, prev, next and last, with the caller's filters and never the key", async () => {
    const search = `?api_key=${shop.readKey}&status=ACTIVE&size=2&page=1&sort=id,asc&token=secret`;
    const response = await requestList(null, search);
    expect(response.headers.get("X-Total-Count")).toBe("5");
    expect(response.headers.has("X-Total-Count-Precision")).toBe(false);
    expect(response.headers.get("Link")).not.toMatch(/prn_|secret/);
    expect(readLinks(response)).toEqual({
      first: "?status=ACTIVE&size=2&sort=id%2Casc&page=0",
      prev: "?status=ACTIVE&size=2&sort=id%2Casc&page=0",
      next: "?status=ACTIVE&size=2&sort=id%2Casc&page=2",
      last: "?status=ACTIVE&size=2&sort=id%2Casc&page=2",
      deprecation: "",
    });
  });

  test("past the end is an empty page whose prev is the last one", async () => {
    const page = await readList(shop.readKey, "?size=2&page=7");
    expect(page.ids).toEqual([]);
    expect(page.total).toBe(5);
    expect(page.links).toEqual({ first: "?size=2&page=0", prev: "?size=2&page=2", last: "?size=2&page=2" });
  });

  test("of no results has one empty page", async () => {
    const page = await readList(shop.readKey, "?customerName=nobody");
    expect(page).toMatchObject({ ids: [], total: 0 });
    expect(Object.keys(page.links)).toEqual(["first", "last"]);
  });

  test("defaults to twenty, newest first; the names with pageable. do the same", async () => {
    for (let i = 0; i < 20; i++) await insertContract(shop.id, { createdAt: NOW });
    const { ids, total } = await readList(shop.readKey, "");
    expect([ids.length, total]).toEqual([20, 25]);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const other = await readList(
      shop.readKey,
      "?pageable.page=2&pageable.size=10&pageable.sort=created_at,desc",
    );
    expect(other.ids).toEqual((await readList(shop.readKey, "?page=2&size=10")).ids);
    expect(other.ids).toHaveLength(5);
  });

  test("by cursor neither repeats nor skips when contracts come and go in between", async () => {
    const first = await readList(shop.readKey, "?cursor=&size=2");
    await insertContract(shop.id, { createdAt: new Date(Date.UTC(2027, 0, 1)) });
    await client`delete from contracts where shop_id = ${shop.id} and id = ${first.ids[1] ?? 0}`;
    const rest = await walkList(shop.readKey, first.links.next ?? "", "next");
    expect(rest.flatMap((page) => page.ids)).toHaveLength(3);
    expect(rest.flatMap((page) => page.ids)).not.toContain(first.ids[1]);
  });

  test("a page that has become empty leads back", async () => {
    const first = await readList(shop.readKey, "?cursor=&size=2&sort=id,asc");
    await client`delete from contracts where shop_id = ${shop.id} and id > ${first.ids[1] ?? 0}`;
    const empty = await readList(shop.readKey, first.links.next ?? "");
    expect(empty.ids).toEqual([]);
    expect((await readList(shop.readKey, empty.links.prev ?? "")).ids).toEqual(first.ids);
  });

  test.each([
    ["of another filter", (search: string) => `${search}&status=ACTIVE`],
    ["of another sort", (search: string) => `${search}&sort=id,desc`],
    ["with a letter changed", (search: string) => search.replace(/(.)$/, (c) => (c === "A" ? "B" : "A"))],
    ["cut short", (search: string) => search.slice(0, -3)],
  ])("by a cursor %s is a 400 that names it", async (_what, change) => {
    const { links } = await readList(shop.readKey, "?size=2&cursor=");
    const response = await requestList(shop.readKey, change(links.next ?? ""));
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toMatchObject([{ parameter: "cursor" }]);
  });

  test("with a cursor of another shop shows nothing of that shop", async () => {
    const other = await createTestShop();
    const theirs = await insertContract(other.id, { createdAt: new Date(Date.UTC(2026, 0, 1, 2)) });
    await insertContract(other.id, { createdAt: new Date(Date.UTC(2026, 0, 1, 3)) });
    const { links } = await readList(other.readKey, "?cursor=&size=1");
    expect((await readList(shop.readKey, links.next ?? "")).ids).not.toContain(theirs.id);
  });

  test("takes another size half-way", async () => {
    const first = await readList(shop.readKey, "?cursor=&size=2");
    const rest = await readList(shop.readKey, (first.links.next ?? "").replace("size=2", "size=50"));
    expect(new Set([...first.ids, ...rest.ids]).size).toBe(5);
  });
});

describe("the call", () => {
  test("shows the contracts of the key's shop and of no other", async () => {
    const other = await createTestShop();
    const ours = await insertContract(shop.id);
    await insertContract(other.id, { subscriptionContractId: ours.subscriptionContractId });
    const search = `?subscriptionContractId=${ours.subscriptionContractId}`;
    expect(await readList(shop.readKey, search)).toMatchObject({ ids: [ours.id], total: 1 });
    expect((await readList(other.readKey, search)).ids).not.toContain(ours.id);
  });

  test("with the key in the query is answered and marked as deprecated", async () => {
    const response = await requestList(null, `?api_key=${shop.readKey}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Deprecation")).toMatch(/^@\d+$/);
    expect(response.headers.get("Link")).toMatch(/rel="deprecation"/);
  });

  test("with both keys goes by the header", async () => {
    expect((await requestList("prn_1_unknown", `?api_key=${shop.readKey}`)).status).toBe(401);
    expect((await requestList(shop.readKey, "?api_key=prn_1_unknown")).status).toBe(200);
  });

  test("without a key, with a wrong or with a cut one is a 401 problem", async () => {
    for (const key of [null, "nonsense", shop.readKey.slice(0, -1), `${shop.readKey.slice(0, -1)}!`]) {
      const response = await requestList(key);
      expect(response.status).toBe(401);
      expect(response.headers.get("Content-Type")).toMatch("application/problem+json");
    }
  });

  test("as HEAD has the headers of GET", async () => {
    await insertContract(shop.id);
    const response = await requestList(shop.readKey, "", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("X-Total-Count")).toBe("1");
  });

  test.each(["POST", "PUT", "DELETE", "PATCH"])(
    "as %s is a 405 that says what is allowed",
    async (method) => {
      const headers = { "X-API-Key": shop.writeKey };
      const request = new Request(`http://localhost${LIST_PATH}`, { method, headers });
      const response = await action({ request, params: {}, context: {} });
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
      expect((await response.json()).code).toBe("method_not_allowed");
    },
  );

  test("is never cached, and has the key's rate in its headers", async () => {
    const { headers } = await requestList(shop.readKey);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    for (const name of ["RateLimit", "RateLimit-Policy", "RateLimit-Remaining", "X-Request-Id"])
      expect(headers.has(name), name).toBe(true);
  });
});
