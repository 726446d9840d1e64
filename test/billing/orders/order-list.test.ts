import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listPastOrders, listTopOrders } from "~/features/billing/orders/order-list.endpoints.server";
import { skipOrder, unskipOrder } from "~/features/contracts/operations/orders/skip-order.server";
import { orderRecord } from "~/features/contracts/order-record/order-record.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { ATTEMPT_STATUSES } from "~db/schema/attempt-enums";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { askJson, ORIGIN } from "../../support/calls/json-endpoints";
import { asCustomer } from "../../support/calls/portal";
import { insertCatalogue } from "../../support/data/catalogue";
import { readAttempts } from "../../support/data/contract-plan";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
} from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ label: "leafy" });

/** Requests use the real clock. */
const ahead = (days: number) => new Date(Date.now() + days * DAY_MS);
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
      billingAttemptId: null,
      status: "QUEUED",
      billingDate: day(30).toISOString(),
      contractId: contract.subscriptionContractId,
      attemptCount: 0,
      attemptTime: null,
      graphOrderId: null,
      orderId: null,
      orderName: null,
      orderAmount: 31.6,
      actionUrl: null,
      refundedAmount: 0,
      orderNote: null,
      variantList: [
        pot,
        { variantId, productId, title: "Tea", variantTitle: "50 g", quantity: 3, price: 4.2, oneTime: true },
      ],
      currencyCode: "USD",
      attempts: [],
      nextTryAt: null,
      paymentMethod: null,
    });
    expect(orders[1]?.variantList.map(({ title }) => title)).toEqual(["Pot", "Spoon"]);
    expect(orders[1]?.orderAmount).toBe(29);
  });

  test("show what each costs with the present contract: with delivery and discounts, without lines skipped in the next one", async () => {
    const contract = await contractWith({
      deliveryPrice: "4.95",
      lines: [{ currentPrice: "10" }, { currentPrice: "5.55", quantity: 3, skippedNextOrder: true }],
      discounts: [{ valueType: "PERCENTAGE", value: "10" }],
      attempts: [
        { billingDate: ahead(10), status: "SKIPPED" },
        { billingDate: ahead(20) },
        { billingDate: ahead(30) },
      ],
    });
    const { orders } = await read(listTopOrders.merchant, `?contractId=${contract.subscriptionContractId}`);
    expect(orders.map(({ status, orderAmount }) => [status, orderAmount])).toEqual([
      ["SKIPPED", 28.93],
      ["QUEUED", 13.95],
      ["QUEUED", 28.93],
    ]);
  });

  test("keep a skipped order while its date is ahead, under the id that takes it back, unless told not to", async () => {
    const contract = await contractWith({
      attempts: [{ billingDate: ahead(10) }, { billingDate: ahead(20) }],
    });
    const search = `?contractId=${contract.subscriptionContractId}`;
    const [first] = (await read(listTopOrders.merchant, search)).orders;
    const change = (endpoint: Endpoint) =>
      askJson(endpoint, "/x", { method: "PUT", key: shop.writeKey, params: { id: String(first?.id) } });
    expect((await change(skipOrder.merchant)).status).toBe(200);
    const marked = (await read(listTopOrders.merchant, search)).orders;
    expect(marked.map(({ id, status }) => [id === first?.id, status])).toEqual([
      [true, "SKIPPED"],
      [false, "QUEUED"],
      [false, "QUEUED"],
      [false, "QUEUED"],
    ]);
    const without = (await read(listTopOrders.merchant, `${search}&includeSkipped=False`)).orders;
    expect(without.map(({ status }) => status)).toEqual(["QUEUED", "QUEUED", "QUEUED"]);
    expect((await read(listPastOrders.merchant, search)).orders).toEqual([]);
    expect((await change(unskipOrder.merchant)).status).toBe(200);
    expect((await read(listTopOrders.merchant, search)).orders[0]).toMatchObject({
      id: first?.id,
      status: "QUEUED",
    });
  });

  test("of a customer are those of all their contracts, by date; the customer may ask for their own alone", async () => {
    const one = await contractWith({ attempts: [{ billingDate: ahead(3) }, { billingDate: ahead(9) }] });
    const two = await contractWith({ customerId: one.customerId, attempts: [{ billingDate: ahead(6) }] });
    const other = await contractWith({ attempts: [{ billingDate: ahead(1) }] });
    const search = `?customerId=gid://x/Customer/${one.customerId}`;
    const { orders } = await read(listTopOrders.merchant, search);
    const [a, b] = [one.subscriptionContractId, two.subscriptionContractId];
    expect(orders.map(({ contractId }) => contractId)).toEqual([a, b, a]);
    const mine = await asCustomer(shop, one.customerId);
    const own = await ask(listTopOrders.portal, search, mine);
    expect((await own.json()).length).toBe(3);
    for (const [operation, id, headers] of [
      [listTopOrders.portal, other.customerId, mine],
      [listTopOrders.portal, 1, mine],
      [listTopOrders.merchant, 1, undefined],
    ] as const) {
      const refused = await ask(operation, `?customerId=${id}`, headers);
      expect(await refused.json()).toMatchObject({ status: 404, detail: "There is no such customer." });
    }
    const both = `${search}&contractId=${other.subscriptionContractId}`;
    expect((await ask(listTopOrders.merchant, both)).status).toBe(404);
  });

  test("of nobody in particular are refused, of a customer without contracts are none", async () => {
    const response = await ask(listTopOrders.merchant, "?customerId=");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: "contractId: Give contractId or customerId." });
    const customer = await insertCustomer(shop.id);
    expect((await read(listTopOrders.merchant, `?customerId=${customer.id}`)).orders).toEqual([]);
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
    expect(orders[0]?.billingAttemptId).toBe(`gid://platform/SubscriptionBillingAttempt/${orders[0]?.id}`);
    expect(headers.get("X-Total-Count")).toBe("5");
    expect(headers.get("Link")).toBe(
      ["first 0", "prev 0", "next 2", "last 2"]
        .map((each) => each.split(" "))
        .map(([relation, page]) => `<${ORIGIN}/x${search}&page=${page}>; rel="${relation}"`)
        .join(", "),
    );
    const aliases = search.replace("size", "pageable.size");
    expect((await read(listPastOrders.merchant, `${aliases}&pageable.page=1`)).orders).toEqual(orders);
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

test("an order is to come or past, never both, and what was tried or is over is not lost between them", async () => {
  const contract = await contractWith({
    attempts: ATTEMPT_STATUSES.flatMap((status, index) => [
      { status, billingDate: ahead(1 + index) },
      { status, billingDate: ahead(-20 + index) },
    ]),
  });
  const search = `?contractId=${contract.subscriptionContractId}`;
  const toCome = (await read(listTopOrders.merchant, search)).orders;
  const past = (await read(listPastOrders.merchant, search)).orders;
  const isAhead = ({ billingDate }: { billingDate: string }) => Date.parse(billingDate) > Date.now();
  const describeOrder = (order: (typeof past)[number]) =>
    `${order.status} ${isAhead(order) ? "ahead" : "passed"}`;
  expect(toCome.map(describeOrder)).toEqual(["QUEUED passed", "QUEUED ahead", "SKIPPED ahead"]);
  expect(past.map(describeOrder).toSorted()).toEqual([
    "ACTION_REQUIRED ahead",
    "ACTION_REQUIRED passed",
    "AUTO_CHARGE_DISABLED ahead",
    "AUTO_CHARGE_DISABLED passed",
    "CONTRACT_CANCELLED passed",
    "CONTRACT_ENDED ahead",
    "CONTRACT_ENDED passed",
    "CONTRACT_PAUSED passed",
    "FAILURE ahead",
    "FAILURE passed",
    "REQUESTING ahead",
    "REQUESTING passed",
    "SKIPPED passed",
    "SUCCESS ahead",
    "SUCCESS passed",
    "UNKNOWN ahead",
    "UNKNOWN passed",
  ]);
  for (const { status, orderAmount, billingAttemptId } of [...toCome, ...past]) {
    const isTried = ["REQUESTING", "UNKNOWN", "ACTION_REQUIRED", "FAILURE", "SUCCESS"].includes(status);
    expect([status, orderAmount, billingAttemptId !== null]).toEqual([
      status,
      status === "SUCCESS" ? null : 10,
      isTried,
    ]);
  }
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
