import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  recordOrderFailed,
  recordOrderPaid,
} from "~/features/contracts/change/outcome/order-outcome.service.server";
import { db } from "~db/client.server";
import { contractDiscounts, contractLines } from "~db/schema/contracts";
import { oneTimeProducts } from "~db/schema/one-time-products";
import {
  listPlan,
  listRecordedChanges,
  readAttempts,
  readContractRow,
} from "../../support/data/contract-plan";
import { createTestShop, NOW } from "../../support/data/factories";
import {
  at,
  FAILED,
  monthly,
  orderOf,
  PAID,
  pay,
  setStatus,
  TRIED,
} from "../../support/data/monthly-contract";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();

describe("a paid order", () => {
  test("is recorded, the next one becomes the next date, and one more is planned", async () => {
    const contract = await monthly(shop, { lastPaymentStatus: null });
    await pay(shop, contract);
    expect(await listPlan(contract)).toEqual([
      "SUCCESS 2026-03-31T07:00",
      "QUEUED 2026-04-30T07:00",
      "QUEUED 2026-05-31T07:00",
      "QUEUED 2026-06-30T07:00",
    ]);
    expect((await readAttempts(contract))[0]).toMatchObject({
      orderId: 77,
      orderName: "#77",
      orderAmount: "12.3400",
      attemptCount: 1,
      attemptTime: TRIED,
      completedAt: TRIED,
    });
    expect(await readContractRow(contract)).toMatchObject({
      lastPaymentStatus: "SUCCEEDED",
      nextBillingDate: at("2026-04-30T07:00:00Z"),
      version: 2,
    });
    const changes = await listRecordedChanges(contract);
    expect(changes.events).toMatchObject([
      { type: "billing-success", billingAttemptId: (await readAttempts(contract))[0]?.id },
      { type: "order.paid" },
    ]);
    expect(changes.activity).toMatchObject([
      { action: "contract.order_paid", after: { order: { name: "#77" } } },
    ]);
  });

  test("reported twice, also at the same time, it counts once", async () => {
    const contract = await monthly(shop, { discounts: [{ value: "10" }] });
    const results = await Promise.all([pay(shop, contract), pay(shop, contract), pay(shop, contract)]);
    expect(results.filter(({ isChanged }) => isChanged)).toHaveLength(1);
    const [discount] = await db.select().from(contractDiscounts);
    expect(discount?.usageCount).toBe(1);
    const other = recordOrderPaid(await orderOf(shop, contract), { ...PAID, orderId: 999 });
    await expect(other).rejects.toMatchObject({ code: "conflict" });
  });

  test("uses the discounts that went into it; one that has reached its limit ends, and the amount follows", async () => {
    const [kept, left] = [randomUUID(), randomUUID()];
    const contract = await monthly(shop, {
      lines: [
        { id: kept, currentPrice: "20.00" },
        { id: left, currentPrice: "10.00", skippedNextOrder: true },
      ],
      discounts: [
        { title: "Last time", value: "50", lineIds: [kept], recurringCycleLimit: 2, usageCount: 1 },
        { title: "Over", value: "10", recurringCycleLimit: 1, usageCount: 1 },
        { title: "Of the skipped line", value: "10", lineIds: [left], recurringCycleLimit: 3 },
      ],
    });
    expect(contract.orderAmount).toBe("19.0000");
    await recordOrderPaid(await orderOf(shop, contract), { orderId: 1, orderName: "#1" });
    // Without the line that was left out.
    expect((await readAttempts(contract))[0]?.orderAmount).toBe("10.0000");
    const discounts = await db.select().from(contractDiscounts);
    expect(Object.fromEntries(discounts.map((row) => [row.title, row.usageCount]))).toEqual({
      "Last time": 2,
      Over: 1,
      "Of the skipped line": 0,
    });
    const lines = await db.select().from(contractLines);
    expect(lines.map((line) => line.skippedNextOrder)).toEqual([false, false]);
    expect(await readContractRow(contract)).toMatchObject({ orderAmount: "29.0000" });
  });

  test("takes its one-time products with it, and no others", async () => {
    const contract = await monthly(shop);
    const ids = (await readAttempts(contract)).map(({ id }) => id);
    const product = {
      shopId: shop.id,
      contractId: contract.id,
      variantId: 4,
      variantHandle: "v",
      quantity: 1,
    };
    await db
      .insert(oneTimeProducts)
      .values(
        ids
          .slice(0, 2)
          .map((billingAttemptId) => ({ ...product, billingAttemptId, price: "1", createdAt: NOW })),
      );
    await pay(shop, contract);
    const left = await db.select().from(oneTimeProducts).where(eq(oneTimeProducts.shopId, shop.id));
    expect(left.map(({ billingAttemptId }) => billingAttemptId)).toEqual([ids[1]]);
  });

  test("that is the last of maxCycles ends the contract, and calls off what was planned", async () => {
    const contract = await monthly(shop, {
      maxCycles: 2,
      originOrderId: 900,
      attempts: [{ billingDate: at("2026-03-31T07:00:00Z") }, { billingDate: at("2026-04-15T07:00:00Z") }],
    });
    await pay(shop, contract);
    expect(await readContractRow(contract)).toMatchObject({
      status: "EXPIRED",
      endsAt: TRIED,
      nextBillingDate: null,
    });
    expect(await listPlan(contract)).toEqual(["SUCCESS 2026-03-31T07:00", "CANCELLED 2026-04-15T07:00"]);
    expect((await listRecordedChanges(contract)).events.map(({ type }) => type)).toEqual([
      "billing-success",
      "order.paid",
      "expired",
    ]);
  });

  test("that was under way when the contract was paused may be the last: parked orders are called off", async () => {
    const contract = await monthly(shop, {
      maxCycles: 1,
      attempts: [
        { status: "PROCESSING", billingDate: at("2026-03-02T11:00:00Z") },
        { billingDate: at("2026-03-31T07:00:00Z") },
      ],
    });
    await setStatus(shop, contract, "PAUSED");
    expect(await listPlan(contract)).toEqual(["PROCESSING 2026-03-02T11:00", "PARKED 2026-03-31T07:00"]);
    await pay(shop, contract);
    expect(await readContractRow(contract)).toMatchObject({ status: "EXPIRED", nextBillingDate: null });
    expect(await listPlan(contract)).toEqual(["SUCCESS 2026-03-02T11:00", "CANCELLED 2026-03-31T07:00"]);
  });

  test("of maxCycles is counted with the orders before it, not with skipped or failed ones", async () => {
    const contract = await monthly(shop, {
      maxCycles: 3,
      attempts: [
        { status: "SUCCESS", billingDate: at("2026-01-31T07:00:00Z"), orderId: 1 },
        { status: "FAILURE", billingDate: at("2026-02-27T07:00:00Z") },
        { status: "SKIPPED", billingDate: at("2026-02-28T07:00:00Z") },
      ],
    });
    await pay(shop, contract, 3);
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE" });
    await pay(shop, contract, 4, at("2026-04-30T08:00:00Z"));
    expect(await readContractRow(contract)).toMatchObject({ status: "EXPIRED" });
  });

  test("that was under way when the contract was paused or cancelled is recorded, and resumes nothing", async () => {
    for (const status of ["PAUSED", "CANCELLED"] as const) {
      const contract = await monthly(shop, {
        attempts: [{ status: "PROCESSING", billingDate: at("2026-03-02T11:00:00Z") }],
      });
      await setStatus(shop, contract, status);
      await pay(shop, contract);
      expect(await readContractRow(contract)).toMatchObject({ status, lastPaymentStatus: "SUCCEEDED" });
      expect((await listPlan(contract)).filter((order) => order.startsWith("QUEUED"))).toEqual([]);
    }
  });
});

test("an unknown order, another shop's, and one that is skipped, parked or called off have no payment", async () => {
  const contract = await monthly(shop);
  const other = await createTestShop();
  const order = await orderOf(shop, contract);
  const foreign = { ...order, shop: other.shop };
  await expect(recordOrderPaid(foreign, PAID)).rejects.toMatchObject({ code: "not_found" });
  await expect(recordOrderFailed({ ...order, attemptId: 1 }, FAILED)).rejects.toMatchObject({
    code: "not_found",
  });
  await setStatus(shop, contract, "PAUSED");
  await expect(recordOrderPaid(order, PAID)).rejects.toMatchObject({ code: "conflict" });
  await expect(recordOrderFailed(order, FAILED)).rejects.toMatchObject({ code: "conflict" });
});
