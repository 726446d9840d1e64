import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getContractPage } from "~/features/contract-page/page/contract-detail.service.server";
import { skipUnskipLine } from "~/features/contracts/operations/lines/skip-line.server";
import { oneTimeProductRemoval } from "~/features/contracts/operations/one-time-products/remove-one-time-product.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { oneTimeProducts } from "~db/schema/one-time-products";
import {
  at,
  billedMonthly,
  billOrderNow,
  callerAt,
  DUE,
  daysAfterDue,
  findDisagreements,
  listOrderLinesOf,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../support/calls/billing";
import { lineOf, send } from "../support/calls/contract-calls";
import { insertCatalogue } from "../support/data/catalogue";
import { listPlan, listRecordedChanges, readAttempts, readContractRow } from "../support/data/contract-plan";
import { createTestShop, insertPaymentMethod, NOW } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });

/** Three of it, at a frozen price of 1.50, in one order of the contract. */
const addHoney = (contract: { id: number }, billingAttemptId = 0, variantId = 0) =>
  db.insert(oneTimeProducts).values({
    shopId: shop.id,
    contractId: contract.id,
    billingAttemptId,
    variantId,
    variantHandle: "honey",
    quantity: 3,
    price: "1.50",
    createdAt: NOW,
  });

describe("an order that is due", () => {
  test("is charged once, recorded as sold, and the plan goes on", async () => {
    const contract = await billedMonthly(shop, {
      lines: [
        { title: "Coffee", quantity: 2, currentPrice: "10.00" },
        { title: "Tea", currentPrice: "5.00", skippedNextOrder: true },
      ],
      discounts: [{ title: "Ten off", value: "10", recurringCycleLimit: 1 }],
      deliveryPrice: "4.90",
      orderNote: "Ring twice",
    });
    expect(await runAt(shop, DUE)).toBe(1);
    const [order] = await listOrdersOf(shop.id);
    expect(order).toMatchObject({
      contractId: contract.id,
      subtotal: "18.0000",
      discountTotal: "2.0000",
      deliveryPrice: "4.9000",
      total: "22.9000",
      deliveries: 1,
      note: "Ring twice",
      paidAt: DUE,
    });
    expect(await listOrderLinesOf(shop.id)).toMatchObject([
      { title: "Coffee", quantity: 2, unitPrice: "10.0000", subtotal: "20.0000", total: "18.0000" },
    ]);
    expect(await listPlan(contract)).toEqual([
      "SUCCESS 2026-03-31T07:00",
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
    ]);
    expect((await readAttempts(contract))[0]).toMatchObject({
      orderId: order?.id,
      orderName: order?.name,
      orderAmount: "22.9000",
      attemptCount: 1,
      leaseUntil: null,
      nextStep: null,
    });
    // The skipped line comes back, the discount is used up.
    expect(await readContractRow(contract)).toMatchObject({ orderAmount: "29.9000" });
    expect(await listTriesOf(shop.id)).toMatchObject([{ number: 1, state: "PAID", amount: "22.9000" }]);
    expect((await listRecordedChanges(contract)).events.map(({ type }) => type)).toEqual([
      "billing-success",
      "order.paid",
    ]);
    expect(await findDisagreements(shop.id)).toEqual([]);
    expect(await runAt(shop, DUE)).toBe(0);
  });

  test("takes its one-time products with it at their frozen price", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    const contract = await billedMonthly(shop);
    const [first] = await readAttempts(contract);
    const variantId = products[0]?.variantIds[0] ?? 0;
    await addHoney(contract, first?.id, variantId);
    await runAt(shop, DUE);
    expect(await listOrderLinesOf(shop.id)).toMatchObject([
      { title: "Line 1" },
      { title: "Honey", variantId, quantity: 3, unitPrice: "1.5000", total: "4.5000", lineId: null },
    ]);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "14.5000" }]);
    expect(await db.select().from(oneTimeProducts)).toEqual([]);
  });

  test("is its one-time products alone when all lines are left out, which is refused without any", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    const contract = await billedMonthly(shop);
    const [first, second] = await readAttempts(contract);
    const variantId = products[0]?.variantIds[0] ?? 0;
    const leaveOut = () => send(shop, skipUnskipLine, { ...lineOf(contract), skip: "true" });
    await addHoney(contract, second?.id, variantId);
    expect((await leaveOut()).body.code).toBe("last_line");
    await addHoney(contract, first?.id, variantId);
    expect((await leaveOut()).status).toBe(200);
    await runAt(shop, DUE);
    expect(await listOrderLinesOf(shop.id)).toMatchObject([{ title: "Honey", total: "4.5000" }]);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "4.5000" }]);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("is skipped when its only products are removed again; the one after it has the lines", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    const contract = await billedMonthly(shop);
    const [first] = await readAttempts(contract);
    const variantId = products[0]?.variantIds[0] ?? 0;
    await addHoney(contract, first?.id, variantId);
    await send(shop, skipUnskipLine, { ...lineOf(contract), skip: "true" });
    const place = { contractId: contract.subscriptionContractId, billingAttemptId: first?.id ?? 0 };
    await oneTimeProductRemoval.run(callerAt(shop, NOW), { ...place, variantId });
    await runAt(shop, DUE);
    expect((await readAttempts(contract))[0]).toMatchObject({ status: "SKIPPED" });
    await runAt(shop, at("2026-04-30T09:00:00Z"));
    expect(await listOrderLinesOf(shop.id)).toMatchObject([{ title: "Line 1", total: "10.0000" }]);
  });

  test("and failed is over when its only products are removed: it is not tried again, and the next one has the lines", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    const contract = await billedMonthly(shop, { lastDigits: "9995" });
    const [first] = await readAttempts(contract);
    const variantId = products[0]?.variantIds[0] ?? 0;
    await addHoney(contract, first?.id, variantId);
    await send(shop, skipUnskipLine, { ...lineOf(contract), skip: "true" });
    await runAt(shop, DUE);
    expect(await readContractRow(contract)).toMatchObject({ dunning: true });
    const place = { contractId: contract.subscriptionContractId, billingAttemptId: first?.id ?? 0 };
    await oneTimeProductRemoval.run(callerAt(shop, daysAfterDue(0, 1)), { ...place, variantId });
    await runAt(shop, daysAfterDue(1));
    expect((await readAttempts(contract))[0]).toMatchObject({
      status: "SKIPPED",
      attemptCount: 1,
      nextStep: null,
      leaseUntil: null,
    });
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: false });
    expect(await runAt(shop, daysAfterDue(1, 1))).toBe(0);
    const card = await insertPaymentMethod(shop.id, contract.customerId);
    await db.update(contracts).set({ paymentMethodId: card });
    await runAt(shop, at("2026-04-30T09:00:00Z"));
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "10.0000" }]);
  });

  test("still shows its one-time products on the contract page once it is past: paid or not", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    const variantId = products[0]?.variantIds[0] ?? 0;
    for (const [lastDigits, status] of [
      ["4242", "SUCCESS"],
      ["0002", "FAILURE"],
    ] as const) {
      const contract = await billedMonthly(shop, { lastDigits });
      await addHoney(contract, (await readAttempts(contract))[0]?.id, variantId);
      await runAt(shop, DUE);
      const { past, upcoming } = await getContractPage(shop.shop, contract.subscriptionContractId, DUE);
      const extras = [{ variantId, title: "Honey, Default", price: "$1.50 × 3" }];
      expect(past).toMatchObject([{ status, extras, buttons: [] }]);
      expect(upcoming.flatMap((order) => order.extras)).toEqual([]);
    }
  });

  test("has no line that is left out of it because a later one is skipped", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{ title: "Honey" }] });
    const contract = await billedMonthly(shop);
    const [first, second] = await readAttempts(contract);
    await addHoney(contract, first?.id, products[0]?.variantIds[0] ?? 0);
    await send(shop, skipUnskipLine, { ...lineOf(contract), skip: "true" });
    const place = { contractId: contract.subscriptionContractId, attemptId: second?.id ?? 0 };
    await orderSkip.run(callerAt(shop, NOW), { ...place, skip: true });
    await runAt(shop, DUE);
    expect(await listOrderLinesOf(shop.id)).toMatchObject([{ title: "Honey" }]);
  });

  test("that is tried again has what it had: a line left out of the next one meanwhile is left out of that", async () => {
    const contract = await billedMonthly(shop, {
      lastDigits: "0119",
      lines: [
        { title: "Coffee", currentPrice: "10.00" },
        { title: "Tea", currentPrice: "20.00" },
      ],
    });
    await runAt(shop, DUE);
    const tea = contract.lines[1]?.id ?? "";
    await send(shop, skipUnskipLine, { ...lineOf(contract), lineId: tea, skip: "true" });
    await runAt(shop, daysAfterDue(1));
    await runAt(shop, at("2026-04-30T09:00:00Z"));
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "30.0000" }, { total: "10.0000" }]);
  });

  test("that fails keeps the line that it leaves out: the next one has it, and the next try has not", async () => {
    const contract = await billedMonthly(shop, {
      lastDigits: "9995",
      billingInterval: "WEEK",
      lines: [
        { title: "Coffee", currentPrice: "10.00" },
        { title: "Tea", currentPrice: "20.00", skippedNextOrder: true },
      ],
    });
    const runDays = async (...days: number[]) => {
      for (const day of days) await runAt(shop, daysAfterDue(day));
    };
    await runDays(0, 1, 3, 5, 7);
    const card = await insertPaymentMethod(shop.id, contract.customerId);
    const second = (await readAttempts(contract))[1];
    // Only the second is paid with the new card so far.
    await db
      .update(billingAttempts)
      .set({ nextStepAt: daysAfterDue(10) })
      .where(eq(billingAttempts.status, "FAILURE"));
    await db.update(contracts).set({ paymentMethodId: card });
    await billOrderNow(callerAt(shop, daysAfterDue(8)), second?.id ?? 0);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ attemptId: second?.id, total: "30.0000" }]);
    const cost = (
      await getOrderRecord(shop.shop, (await readAttempts(contract))[0]?.id ?? 0, null, daysAfterDue(8))
    ).orderAmount;
    expect(cost).toBe(10);
    await runDays(10);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "30.0000" }, { total: "10.0000" }]);
    await runDays(14);
    expect((await listOrdersOf(shop.id))[2]).toMatchObject({ total: "30.0000" });
  });

  test("of a prepaid contract is billed once for all its deliveries", async () => {
    await billedMonthly(shop, {
      billingInterval: "MONTH",
      billingIntervalCount: 3,
      deliveryInterval: "MONTH",
      deliveryIntervalCount: 1,
    });
    await runAt(shop, DUE);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ deliveries: 3, total: "10.0000" }]);
  });

  test("that costs nothing is made without asking the gateway", async () => {
    const contract = await billedMonthly(shop, { discounts: [{ value: "100" }], lastDigits: "0002" });
    await runAt(shop, DUE);
    expect(await listOrdersOf(shop.id)).toMatchObject([{ total: "0.0000", gatewayRef: null }]);
    expect(await readContractRow(contract)).toMatchObject({ lastPaymentStatus: "SUCCEEDED" });
  });

  test("that is the last of maxCycles lets the contract expire", async () => {
    const contract = await billedMonthly(shop, { maxCycles: 1 });
    await runAt(shop, DUE);
    expect(await readContractRow(contract)).toMatchObject({ status: "EXPIRED" });
  });

  test("of a contract that is not charged automatically is left, and the plan goes on", async () => {
    const contract = await billedMonthly(shop, { autoCharge: false });
    await runAt(shop, DUE);
    expect(await listPlan(contract)).toEqual([
      "AUTO_CHARGE_DISABLED 2026-03-31T07:00",
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
    ]);
    expect(await readContractRow(contract)).toMatchObject({ nextBillingDate: at("2026-04-30T07:00:00Z") });
    expect(await listOrdersOf(shop.id)).toEqual([]);
  });

  test("dated after the contract's end is not made", async () => {
    const contract = await billedMonthly(shop);
    await db.update(contracts).set({ endsAt: at("2026-03-30T00:00:00Z") });
    await runAt(shop, DUE);
    expect((await listPlan(contract))[0]).toBe("CONTRACT_ENDED 2026-03-31T07:00");
    expect(await listOrdersOf(shop.id)).toEqual([]);
  });
});

describe("when an order is due", () => {
  test("not before the billing hour of its day, whatever its own time of day", async () => {
    await billedMonthly(shop, { nextBillingDate: at("2026-03-31T22:00:00Z") });
    expect(await runAt(shop, at("2026-03-31T08:59:59.999Z"))).toBe(0);
    expect(await runAt(shop, DUE)).toBe(1);
  });

  test("up to two days late; older ones wait for a person", async () => {
    const contract = await billedMonthly(shop);
    expect(await runAt(shop, daysAfterDue(3))).toBe(0);
    expect((await listPlan(contract))[0]).toBe("QUEUED 2026-03-31T07:00");
    expect(await runAt(shop, new Date(daysAfterDue(3).getTime() - 1))).toBe(1);
  });

  test("never in a shop without a gateway", async () => {
    const other = await createTestShop();
    await billedMonthly(other);
    await runAt(other, DUE);
    expect(await listTriesOf(other.id)).toEqual([]);
  });
});

test("many orders, many at a time, two runs at once: each is charged once", async () => {
  for (let index = 0; index < 40; index++) await billedMonthly(shop);
  const taken = await Promise.all([runAt(shop, DUE), runAt(shop, DUE), runAt(shop, DUE, { inFlight: 3 })]);
  expect(taken.reduce((sum, each) => sum + each)).toBe(40);
  expect(await listOrdersOf(shop.id)).toHaveLength(40);
  expect(await findDisagreements(shop.id)).toEqual([]);
});
