import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { listPastOrders, listTopOrders } from "~/features/billing/order-list.endpoints.server";
import { orderRecord } from "~/features/billing/order-record";
import type { Endpoint } from "~/http/define-endpoint.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { insertCatalogue } from "./support/catalogue";
import { readAttempts } from "./support/contract-plan";
import { resetDatabase } from "./support/database";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  NOW,
  type TestShop,
} from "./support/factories";
import { askJson } from "./support/json-endpoints";
import { asCustomer } from "./support/portal";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ label: "leafy" });
});

const day = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const ask = (operation: Endpoint, search: string, headers?: Record<string, string>) =>
  askJson(operation, `/x${search}`, headers ? { headers } : { key: shop.readKey });
async function read(operation: Endpoint, search: string) {
  const response = await ask(operation, search);
  expect(response.status).toBe(200);
  const body = await response.json();
  expect(z.array(orderRecord.strict()).parse(body)).toEqual(body);
  return { orders: z.array(orderRecord).parse(body), headers: response.headers };
}
const contractWith = (overrides: ContractOverrides) => insertContract(shop.id, overrides);

describe("top-orders", () => {
  test("are the QUEUED ones, soonest first, with what they are made of", async () => {
    const { products } = await insertCatalogue(shop.id, {
      products: [{ title: "Tea", variants: [{ title: "50 g" }] }],
    });
    const [productId = 0, variantId = 0] = [products[0]?.id, products[0]?.variantIds[0]];
    const contract = await contractWith({
      lines: [
        { title: "Pot", productId: 7, variantId: 8, quantity: 2, currentPrice: "9.50" },
        { title: "Spoon", skippedNextOrder: true },
      ],
      attempts: [
        { billingDate: day(60) },
        { billingDate: day(30) },
        { billingDate: day(20), status: "SKIPPED" },
        { billingDate: day(-5), status: "SUCCESS", orderId: 1 },
      ],
    });
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    await db.insert(oneTimeProducts).values({
      shopId: shop.id,
      contractId: contract.id,
      billingAttemptId: ids[2] ?? 0,
      variantId,
      variantHandle: "tea",
      quantity: 3,
      price: "4.20",
      createdAt: NOW,
    });
    const { orders } = await read(listTopOrders.merchant, `?contractId=${contract.subscriptionContractId}`);
    expect(orders.map(({ id }) => id)).toEqual([ids[2], ids[3]]);
    const pot = {
      variantId: 8,
      productId: 7,
      title: "Pot",
      variantTitle: null,
      quantity: 2,
      price: 9.5,
      oneTime: false,
    };
    expect(orders[0]).toEqual({
      id: ids[2],
      shop: "leafy.mystore.example",
      billingAttemptId: ids[2],
      status: "QUEUED",
      billingDate: day(30).toISOString(),
      contractId: contract.subscriptionContractId,
      attemptCount: 0,
      attemptTime: null,
      graphOrderId: null,
      orderId: null,
      orderName: null,
      orderAmount: null,
      orderNote: null,
      variantList: [
        pot,
        { variantId, productId, title: "Tea", variantTitle: "50 g", quantity: 3, price: 4.2, oneTime: true },
      ],
    });
    expect(orders[1]?.variantList.map(({ title }) => title)).toEqual(["Pot", "Spoon"]);
  });
});

describe("past-orders", () => {
  const made = (index: number) => ({
    billingDate: day(-index),
    status: "SUCCESS" as const,
    orderId: 5000 + index,
    orderName: `#${index}`,
    orderAmount: "12.50",
    attemptTime: day(-index),
    attemptCount: 1,
  });

  test("are those that are over, newest first, by pages that link to each other", async () => {
    const contract = await contractWith({
      attempts: [
        ...[1, 2, 3, 4].map(made),
        { billingDate: day(-5), status: "SKIPPED" },
        { billingDate: new Date("2099-01-01T00:00:00Z"), status: "SKIPPED" },
        { billingDate: day(6) },
      ],
    });
    const search = `?contractId=${contract.subscriptionContractId}&size=2`;
    const { orders, headers } = await read(listPastOrders.merchant, `${search}&page=1`);
    expect(orders.map(({ orderName }) => orderName)).toEqual(["#3", "#4"]);
    expect(orders[0]).toMatchObject({
      graphOrderId: "gid://platform/Order/5003",
      orderAmount: 12.5,
      attemptTime: day(-3).toISOString(),
      variantList: [],
    });
    expect(headers.get("X-Total-Count")).toBe("5");
    expect(headers.get("Link")).toBe(
      ["first 0", "prev 0", "next 2", "last 2"]
        .map((each) => each.split(" "))
        .map(([relation, page]) => `<${search}&page=${page}>; rel="${relation}"`)
        .join(", "),
    );
    const sorted = await read(
      listPastOrders.merchant,
      `${search}&sort=orderName,asc&size=9`.replace("&size=2", ""),
    );
    expect(sorted.orders.map(({ orderName }) => orderName)).toEqual(["#1", "#2", "#3", "#4", null]);
  });

  test.each(["sort=price", "sort=id,up", "page=-1", "size=0", "size=2001"])("%s is refused", async (bad) => {
    const response = await ask(listPastOrders.merchant, `?contractId=1&${bad}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ parameter: bad.split("=")[0] }] });
  });
});

test("both are the customer's own only; an unknown contract, another's and another shop's get one answer", async () => {
  const contract = await contractWith({ attempts: [{ billingDate: day(3) }] });
  const stranger = await contractWith({});
  const other = await createTestShop();
  const foreign = await insertContract(other.id);
  const mine = await asCustomer(shop, contract.customerId);
  for (const operation of [listTopOrders, listPastOrders]) {
    const portal: Endpoint = operation.portal;
    const own = await ask(portal, `?contractId=${contract.subscriptionContractId}`, mine);
    expect(own.status).toBe(200);
    const ids = [1, stranger.subscriptionContractId, foreign.subscriptionContractId];
    const refused = await Promise.all(
      ids.map(async (id) => {
        const { status, detail } = await (await ask(portal, `?contractId=${id}`, mine)).json();
        return `${status} ${detail}`;
      }),
    );
    expect(new Set(refused)).toEqual(new Set(["404 There is no such contract."]));
  }
});
