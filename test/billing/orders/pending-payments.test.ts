import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { OpenGateway } from "~/features/billing/gateway/open-gateway.server";
import type { ChargeParameters } from "~/features/billing/gateway/port/payment-gateway";
import { lookAtOrder } from "~/features/billing/hosted/hosted-order.service.server";
import { skipUnskipLine } from "~/features/contracts/operations/lines/skip-line.server";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts, contractLines } from "~db/schema/contracts";
import {
  at,
  billedMonthly,
  createLatch,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  openWithFaults,
  runAt,
} from "../../support/calls/billing";
import { lineOf, send } from "../../support/calls/contract-calls";
import { listPlan, readAttempts, readContractRow } from "../../support/data/contract-plan";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest({ gateway: "test" });
const billedWeekly = () => billedMonthly(shop, { billingInterval: "WEEK", billingIntervalCount: 1 });

/** A gateway whose first payment is on its way, as a bank debit is, while it says so; all others are normal. */
function slowGateway() {
  const it: { says: "pending" | "paid" | "declined" | "nothing"; key?: string; asked?: ChargeParameters } = {
    says: "pending",
  };
  const open = openWithFaults((gateway) => ({
    async charge(ref, key, parameters) {
      if (it.key !== undefined && it.key !== key) return gateway.charge(ref, key, parameters);
      it.key = key;
      it.asked = parameters;
      if (it.says === "nothing") throw new Error("the gateway is away");
      return { kind: "pending" };
    },
    async lookUp(ref, key) {
      if (it.key !== key || !it.asked) return gateway.lookUp(ref, key);
      if (it.says === "nothing") throw new Error("the gateway is away");
      if (it.says === "declined")
        return { kind: "declined", code: "INSUFFICIENT_FUNDS", message: "Declined.", class: "later" };
      return it.says === "paid" ? gateway.charge(ref, key, it.asked) : { kind: "pending" };
    },
  }));
  return { it, open };
}

/** Runs at the billing hour of each day, and when the first look-ups are due. */
async function runDaily(days: number[], open: OpenGateway): Promise<void> {
  for (const day of days) {
    await runAt(shop, daysAfterDue(day), { open });
    for (const hours of day === 0 ? [0.1, 1.2] : []) await runAt(shop, daysAfterDue(0, hours), { open });
  }
}
const daysFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("while a bank debit is on its way for days the next order is charged, and the first is paid when it arrives", async () => {
  const contract = await billedWeekly();
  const { it, open } = slowGateway();
  await runDaily(daysFrom(0, 8), open);
  const plan = await listPlan(contract);
  expect(plan.slice(0, 3)).toEqual([
    "PROCESSING 2026-03-31T07:00",
    "SUCCESS 2026-04-07T07:00",
    "QUEUED 2026-04-14T07:00",
  ]);
  expect((await listOrdersOf(shop.id)).map(({ paidAt }) => paidAt)).toEqual([daysAfterDue(7)]);
  await runDaily(daysFrom(9, 11), open);
  it.says = "paid";
  await runDaily([12], open);
  expect((await listOrdersOf(shop.id)).map(({ paidAt }) => paidAt)).toEqual([
    daysAfterDue(7),
    daysAfterDue(12),
  ]);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS", attemptCount: 1 });
  expect(await readContractRow(contract)).toMatchObject({
    status: "ACTIVE",
    nextBillingDate: at("2026-04-14T07:00:00Z"),
  });
  await runDaily([13, 14], open);
  expect(await listOrdersOf(shop.id)).toHaveLength(3);
  expect(await findDisagreements(shop.id)).toEqual([]);
});

test("a look-up that is not answered leaves a payment on its way: it is looked up as before", async () => {
  const contract = await billedWeekly();
  const { it, open } = slowGateway();
  await runDaily(daysFrom(0, 8), open);
  it.says = "nothing";
  await runDaily([9, 10], open);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "PROCESSING", nextStep: "LOOK" });
  it.says = "paid";
  await runDaily([11, 12], open);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
});

test("a payment on its way for thirty days is left to a person, and later orders are charged", async () => {
  const contract = await billedWeekly();
  const { open } = slowGateway();
  await runDaily(daysFrom(0, 36), open);
  expect(await firstOrderOf(contract)).toMatchObject({ status: "UNKNOWN", nextStep: null });
  expect((await listTriesOf(shop.id))[0]).toMatchObject({ state: "UNKNOWN" });
  expect(await listOrdersOf(shop.id)).toHaveLength(5);
});

describe("what an order on its way has in it is not given to the next one again", () => {
  const limited = () =>
    billedMonthly(shop, {
      billingInterval: "WEEK",
      billingIntervalCount: 1,
      lines: [
        { title: "Coffee", currentPrice: "8.00", laterPrice: "10.00", laterAfterCycle: 1 },
        { title: "Tea", currentPrice: "20.00", skippedNextOrder: true },
      ],
      discounts: [{ title: "Welcome", value: "50", recurringCycleLimit: 1 }],
    });
  const listTotals = async () => (await listOrdersOf(shop.id)).map(({ total }) => total);
  const listUses = async () =>
    (await db.select().from(contractDiscounts)).map(({ usageCount }) => usageCount);
  const listLines = async () =>
    (await db.select().from(contractLines).orderBy(contractLines.position)).map(
      ({ currentPrice, skippedNextOrder }) => [currentPrice, skippedNextOrder],
    );

  test.each(["pending", "nothing"] as const)("%s: discount, first price and skipped line", async (says) => {
    const contract = await limited();
    const { it, open } = slowGateway();
    it.says = says;
    await runDaily([0], open);
    expect(await listLines()).toEqual([
      ["8.0000", false],
      ["20.0000", false],
    ]);
    await runDaily(daysFrom(1, 8), open);
    expect(await listTotals()).toEqual(["30.0000"]);
    expect(await listUses()).toEqual([0]);
    // Left out of the order after that, while the first is still on its way.
    const tea = contract.lines[1]?.id ?? "";
    await send(shop, skipUnskipLine, { ...lineOf(contract), lineId: tea, skip: "true" });
    it.says = "paid";
    const { id } = await firstOrderOf(contract);
    await lookAtOrder(shop.id, id, daysAfterDue(9));
    expect(await listTotals()).toEqual(["30.0000", "4.0000"]);
    expect(await listUses()).toEqual([1]);
    expect(await listLines()).toEqual([
      ["10.0000", false],
      ["20.0000", true],
    ]);
    await runDaily([14], open);
    expect(await listTotals()).toEqual(["30.0000", "4.0000", "10.0000"]);
  });

  test("an order that is declined in the end has all of it with its next try", async () => {
    const contract = await limited();
    const { it, open } = slowGateway();
    await runDaily(daysFrom(0, 8), open);
    it.says = "declined";
    await runDaily([9], open);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE" });
    await runDaily([10], open);
    expect(await listTotals()).toEqual(["30.0000", "4.0000"]);
    expect([await listUses(), (await listLines())[0]]).toEqual([[1], ["10.0000", false]]);
  });

  test("an order that was put together before another one's payment turned out to be on its way", async () => {
    const contract = await limited();
    const { open } = slowGateway();
    const latch = createLatch();
    const [first, second] = await readAttempts(contract);
    // Put together while the first is only planned.
    const early = openWithFaults((gateway) => ({
      prepare: async (...asked) => {
        if (asked[0] === second?.id) await latch.pass();
        return gateway.prepare(...asked);
      },
    }));
    await db
      .update(billingAttempts)
      .set({ nextStep: "TRY", nextStepAt: DUE })
      .where(eq(billingAttempts.id, second?.id ?? 0));
    await db
      .update(billingAttempts)
      .set({ leaseUntil: daysAfterDue(0, 0.01) })
      .where(eq(billingAttempts.id, first?.id ?? 0));
    const run = runAt(shop, DUE, { open: early });
    await latch.reached;
    await db
      .update(billingAttempts)
      .set({ leaseUntil: null })
      .where(eq(billingAttempts.id, first?.id ?? 0));
    await runAt(shop, DUE, { open });
    latch.open();
    await run;
    expect(await listTotals()).toEqual(["30.0000"]);
  });
});
