import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { findFailedOrder } from "~/features/billing/hosted/failed-orders.service.server";
import { listPastOrders, listTopOrders } from "~/features/billing/orders/order-list.endpoints.server";
import { listReportedOrders } from "~/features/billing/orders/order-list.service.server";
import { priceRows } from "~/features/billing/orders-admin/order-list-page.service.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import { orderRecord } from "~/features/contracts/order-record/order-record.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { contractLines, contracts } from "~db/schema/contracts";
import { oneTimeProducts } from "~db/schema/one-time-products";
import {
  type BilledContract,
  billedMonthly,
  DUE,
  daysAfterDue,
  firstOrderOf,
  runAt,
} from "../../support/calls/billing";
import { askJson } from "../../support/calls/json-endpoints";
import { asCustomer } from "../../support/calls/portal";
import { insertCatalogue } from "../../support/data/catalogue";
import { insertPaymentMethod, NOW } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

async function readOrders(operation: Endpoint, contract: BilledContract, headers?: Record<string, string>) {
  const url = `/x?contractId=${contract.subscriptionContractId}`;
  const response = await askJson(operation, url, headers ? { headers } : { key: shop.readKey });
  return z.array(orderRecord.strict()).parse(await response.json());
}
async function readFirstPast(contract: BilledContract) {
  const [first] = await readOrders(listPastOrders.merchant, contract);
  if (!first) throw new Error("the contract has no past order");
  return first;
}

test("a past order has its tries, its next try and its card like a charged one", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "9995", currencyCode: "EUR" });
  await runAt(shop, DUE);
  const failed = await readFirstPast(contract);
  expect(failed).toMatchObject({
    status: "FAILURE",
    currencyCode: "EUR",
    nextTryAt: daysAfterDue(1).toISOString(),
    paymentMethod: { id: contract.paymentMethodId, lastDigits: "9995" },
    attempts: [{ number: 1, state: "DECLINED", errorCode: "INSUFFICIENT_FUNDS", errorClass: "later" }],
    variantList: [],
  });
  const report = { page: 0, size: 10, isDescending: false };
  expect((await listReportedOrders(shop.shop, {}, report)).items).toContainEqual(failed);
  // The order keeps the card of its try, whatever card the contract gets later.
  const paymentMethodId = await insertPaymentMethod(shop.id, contract.customerId, { lastDigits: "4242" });
  await db.update(contracts).set({ paymentMethodId }).where(eq(contracts.id, contract.id));
  const listed = await readFirstPast(contract);
  expect(listed.paymentMethod).toEqual(failed.paymentMethod);
  expect(await getOrderRecord(shop.shop, listed.id, null, DUE)).toMatchObject({
    status: listed.status,
    currencyCode: listed.currencyCode,
    nextTryAt: listed.nextTryAt,
    paymentMethod: listed.paymentMethod,
    attempts: listed.attempts,
  });
  await runAt(shop, daysAfterDue(1));
  const paid = await readFirstPast(contract);
  expect(paid.attempts.map(({ number, state }) => [number, state])).toEqual([
    [1, "DECLINED"],
    [2, "PAID"],
  ]);
  expect(paid).toMatchObject({ status: "SUCCESS", nextTryAt: null, paymentMethod: { lastDigits: "4242" } });
});

test("an order to come has the contract's card, or none, and no tries", async () => {
  const contract = await billedMonthly(shop);
  const bare = await billedMonthly(shop, { paymentMethodId: null });
  const [order] = await readOrders(listTopOrders.merchant, contract);
  expect(order).toMatchObject({
    currencyCode: "USD",
    attempts: [],
    nextTryAt: null,
    paymentMethod: { id: contract.paymentMethodId, lastDigits: "4242" },
  });
  expect((await readOrders(listTopOrders.merchant, bare))[0]?.paymentMethod).toBeNull();
});

test("a made order keeps what it sold, its one-time products too, when the contract is edited", async () => {
  const { products } = await insertCatalogue(shop.id, {
    products: [{ title: "Tea", variants: [{ title: "50 g" }] }],
  });
  const [productId = 0, variantId = 0] = [products[0]?.id, products[0]?.variantIds[0]];
  const contract = await billedMonthly(shop, {
    lines: [{ title: "Pot", productId: 7, variantId: 8, quantity: 2, currentPrice: "9.50" }],
  });
  await db.insert(oneTimeProducts).values({
    shopId: shop.id,
    contractId: contract.id,
    billingAttemptId: (await firstOrderOf(contract)).id,
    variantId,
    variantHandle: "tea",
    quantity: 3,
    price: "4.20",
    createdAt: NOW,
  });
  await runAt(shop, DUE);
  await db
    .update(contractLines)
    .set({ title: "Jug", quantity: 1, currentPrice: "20" })
    .where(eq(contractLines.contractId, contract.id));
  const pot = { variantId: 8, productId: 7, title: "Pot", variantTitle: null, quantity: 2, price: 9.5 };
  const tea = { variantId, productId, title: "Tea", variantTitle: "50 g", quantity: 3, price: 4.2 };
  expect((await readFirstPast(contract)).variantList).toEqual([
    { ...pot, oneTime: false },
    { ...tea, oneTime: true },
  ]);
});

test("the customer is told the tries as well, each with its own order", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "0002" });
  const paid = await billedMonthly(shop, { customerId: contract.customerId });
  await runAt(shop, DUE);
  const mine = await asCustomer(shop, contract.customerId);
  for (const [each, state] of [
    [contract, "DECLINED"],
    [paid, "PAID"],
  ] as const)
    expect(await readOrders(listPastOrders.portal, each, mine)).toMatchObject([{ attempts: [{ state }] }]);
});

test("a customer is not told that a card was reported stolen, the merchant is", async () => {
  const contract = await billedMonthly(shop, { lastDigits: "9235" });
  await runAt(shop, DUE);
  const order = await readFirstPast(contract);
  expect(order.attempts).toMatchObject([{ errorCode: "STOLEN_CARD", errorClass: "never" }]);
  const mine = await asCustomer(shop, contract.customerId);
  const [own] = await readOrders(listPastOrders.portal, contract, mine);
  const neutral = { errorCode: "CARD_DECLINED", errorMessage: "The card was declined." };
  expect(own?.attempts).toEqual(order.attempts.map((each) => ({ ...each, ...neutral })));
  const charged = await getOrderRecord(shop.shop, order.id, contract.customerId, DUE);
  expect(charged.attempts).toEqual(own?.attempts);
  expect((await getOrderRecord(shop.shop, order.id, null, DUE)).attempts).toEqual(order.attempts);
});

test("a failed order costs what its next try would: without the line that its tries have left out, whatever is left out later", async () => {
  const contract = await billedMonthly(shop, {
    lastDigits: "9995",
    lines: [
      { title: "Coffee", currentPrice: "10.00" },
      { title: "Tea", currentPrice: "5.00", skippedNextOrder: true },
    ],
  });
  await runAt(shop, DUE);
  const readAmounts = async () => {
    const { id } = await firstOrderOf(contract);
    const { orderAmount } = await getOrderRecord(shop.shop, id, null, DUE);
    const priced = await priceRows(shop.id, [{ id, amount: null }]);
    return [orderAmount, (await readFirstPast(contract)).orderAmount, Number(priced.get(id))];
  };
  expect(await readAmounts()).toEqual([10, 10, 10]);
  // A line skipped from now on is left out of the order after it.
  const isCoffee = eq(contractLines.title, "Coffee");
  await db.update(contractLines).set({ skippedNextOrder: true }).where(isCoffee);
  expect(await readAmounts()).toEqual([10, 10, 10]);
  expect((await findFailedOrder(shop.id, contract.subscriptionContractId, DUE))?.amount).toBe("10.00");
});
