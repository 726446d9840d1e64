import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listedCustomer } from "~/features/customers/read/customer.schema";
import { listCustomers } from "~/features/customers/read/customer-list.endpoints.server";
import { askJson } from "../support/calls/json-endpoints";
import { createTestShop, insertContract, insertCustomer, NOW } from "../support/data/factories";
import { insertManyCustomers } from "../support/data/many/many-customers";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

async function ask(search = "") {
  const response = await askJson(listCustomers, `/x${search}`, { key: shop.readKey });
  const body = await response.json();
  return { status: response.status, body, headers: response.headers };
}
async function list(search = "") {
  const { status, body, headers } = await ask(search);
  expect(status).toBe(200);
  expect(z.array(listedCustomer.strict()).parse(body)).toEqual(body);
  return { rows: z.array(listedCustomer).parse(body), total: Number(headers.get("X-Total-Count")), headers };
}
const idsOf = async (search = "") => (await list(search)).rows.map(({ customerId }) => customerId);

/** Ada with two contracts, Bob with one, Cyd without any, and one of another shop. */
async function insertThree() {
  const ada = await insertCustomer(shop.id, {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada+x@example.com",
  });
  const bob = await insertCustomer(shop.id, { firstName: " bob", lastName: null, email: "BOB@example.org" });
  const cyd = await insertCustomer(shop.id, { firstName: "Cyd" });
  const soon = new Date(+NOW + 5 * 86_400_000);
  await insertContract(shop.id, { customerId: ada.id, status: "CANCELLED" });
  await insertContract(shop.id, { customerId: ada.id, nextBillingDate: soon });
  await insertContract(shop.id, { customerId: bob.id, status: "PAUSED" });
  await insertContract((await createTestShop()).id);
  return { ada: ada.id, bob: bob.id, cyd: cyd.id, soon };
}

describe("customers with contracts", () => {
  test("are listed once each, with how many they have and when the next order comes", async () => {
    const { ada, bob, soon } = await insertThree();
    const { rows, total, headers } = await list();
    expect(total).toBe(2);
    expect(headers.has("X-Total-Count-Precision")).toBe(false);
    expect(rows).toEqual([
      {
        customerId: ada,
        name: "Ada Lovelace",
        email: "ada+x@example.com",
        activeSubscriptions: 1,
        totalSubscriptions: 2,
        nextOrderDate: soon.toISOString(),
      },
      {
        customerId: bob,
        name: "bob",
        email: "BOB@example.org",
        activeSubscriptions: 0,
        totalSubscriptions: 1,
        nextOrderDate: null,
      },
    ]);
  });

  test("by parts of name and e-mail, in any case; a raw plus is a plus, and wildcards have no meaning", async () => {
    const { ada, bob } = await insertThree();
    expect(await idsOf("?name=LACE")).toEqual([ada]);
    expect(await idsOf("?name=a%20love")).toEqual([ada]);
    expect(await idsOf("?name=b")).toEqual([bob]);
    expect(await idsOf("?email=example")).toEqual([ada, bob]);
    expect(await idsOf("?email=ada+x")).toEqual([ada]);
    expect(await idsOf("?email=example&name=bob")).toEqual([bob]);
    expect(await idsOf("?name=example")).toEqual([]);
    expect(await idsOf("?name=%25")).toEqual([]);
    expect(await idsOf("?name=cyd")).toEqual([]);
    expect(await idsOf("?name=&email=")).toEqual([ada, bob]);
  });

  test("in each order, and in pages that lead to each other", async () => {
    const { ada, bob } = await insertThree();
    expect(await idsOf("?sort=customerId,desc")).toEqual([bob, ada]);
    expect(await idsOf("?sort=name,desc")).toEqual([bob, ada]);
    expect(await idsOf("?sort=email")).toEqual([ada, bob]);
    const second = await list("?page=1&size=1&sort=name,asc&email=example");
    expect(second.rows.map(({ customerId }) => customerId)).toEqual([bob]);
    expect(second.total).toBe(2);
    const link = second.headers.get("Link") ?? "";
    expect(link).toContain('page=0>; rel="prev"');
    expect(link).not.toContain('rel="next"');
    expect(link).toContain("email=example");
    expect(await idsOf("?page=7")).toEqual([]);
  });

  test("by their ids as numbers, filtered or not, whatever their lengths are", async () => {
    const ids = [987_654_321, 6_300_561_363_244];
    for (const id of ids) {
      await insertCustomer(shop.id, { id });
      await insertContract(shop.id, { customerId: id });
    }
    for (const filter of ["", "&email=example"]) {
      expect(await idsOf(`?sort=customerId,asc${filter}`)).toEqual(ids);
      expect(await idsOf(`?sort=customerId,desc${filter}`)).toEqual(ids.toReversed());
    }
  });

  test("every parameter that is wrong is named at once", async () => {
    const { status, body } = await ask("?page=-1&size=2001&sort=phone");
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      "page",
      "size",
      "sort",
    ]);
  });

  test("beyond 10,000 the total is an estimate, near the truth", async () => {
    await insertManyCustomers(shop.id, { customers: 10_200, contracts: 10_500 });
    const { rows, total, headers } = await list("?size=5");
    expect(rows).toHaveLength(5);
    expect(headers.get("X-Total-Count-Precision")).toBe("estimate");
    expect(headers.get("Link")).toContain('rel="next"');
    expect(headers.get("Link")).not.toContain('rel="last"');
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThan(10_800);
    expect((await list("?name=customer%207")).total).toBe(1111);
    expect((await list("?name=customer&size=2")).rows).toHaveLength(2);
  });
});
