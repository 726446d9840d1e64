import { and, asc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  createAutomation,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { eraseCustomer } from "~/features/customers/privacy/erasure.service.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { contractCounts, contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { endedProducts } from "~db/schema/facts";
import { billedMonthly, callerAt, DUE, daysAfterDue, runAt } from "../support/calls/billing";
import { createTestShop, insertContract, NOW, type TestShop, testAudit } from "../support/data/factories";
import { readTask, run } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

const starter = { audit: testAudit(), staffId: null };
const LATER = new Date(NOW.getTime() + 50 * DAY_MS);
let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

const start = async (status: string): Promise<number> =>
  (
    await createAutomation(
      shop.id,
      { kind: "CONTRACT_STATUS", parameters: { status }, selection: { type: "ALL" }, isDraft: false },
      starter,
    )
  ).id;

async function insertPlanned(status: "ACTIVE" | "CANCELLED" = "ACTIVE") {
  const lines = [{ productId: 7 }, { productId: 8 }];
  const contract = await insertContract(shop.id, { status, billingInterval: "WEEK", lines });
  await topUpAttempts(db, { id: shop.id, timeZone: "Europe/Berlin" }, [contract.id], NOW);
  return contract;
}

/** Everything that a change of status writes, without what differs from contract to contract. */
async function readTraces(id: number) {
  const [row] = await db.select().from(contracts).where(eq(contracts.id, id));
  const orders = await db
    .select({
      status: billingAttempts.status,
      date: billingAttempts.billingDate,
      nextStep: billingAttempts.nextStep,
    })
    .from(billingAttempts)
    .where(eq(billingAttempts.contractId, id))
    .orderBy(asc(billingAttempts.billingDate));
  const entries = await db
    .select()
    .from(activity)
    .where(eq(activity.contractId, id))
    .orderBy(asc(activity.id));
  const held = await db
    .select({ action: activity.action, status: activity.after, productId: endedProducts.productId })
    .from(endedProducts)
    .innerJoin(
      activity,
      and(eq(activity.shopId, endedProducts.shopId), eq(activity.id, endedProducts.entryId)),
    )
    .where(eq(endedProducts.contractId, id))
    .orderBy(asc(activity.id), asc(endedProducts.productId));
  const sent = await db.select().from(events).where(eq(events.contractId, id)).orderBy(asc(events.id));
  const { id: _, subscriptionContractId: __, customerId: ___, customerEmail: ____, ...contract } = row ?? {};
  return {
    contract,
    orders,
    held,
    entries: entries.map(({ action, before, after, createdAt }) => ({ action, before, after, createdAt })),
    sent: sent.map(({ type, contractVersion, changedFields }) => ({ type, contractVersion, changedFields })),
  };
}

test("many are paused, resumed and cancelled exactly as one is: row, orders, history, events, counters", async () => {
  const [one, many, other] = [await insertPlanned(), await insertPlanned(), await insertPlanned()];
  await db.update(contracts).set({ customerName: "Same" });
  for (const [status, now] of [
    ["PAUSED", NOW],
    ["ACTIVE", LATER],
    ["CANCELLED", LATER],
    ["ACTIVE", LATER],
  ] as const) {
    await contractStatus.run(
      {
        shop: { id: shop.id, timeZone: "Europe/Berlin" },
        customerId: null,
        audit: testAudit(now),
      },
      { contractId: one.subscriptionContractId, status },
    );
    const id = await start(status);
    await run(shop.id, id, now);
    expect(await readTask(shop.id, id)).toMatchObject({
      status: "COMPLETED",
      succeeded: 2,
      skipped: 1,
      failed: 0,
    });
    const expected = await readTraces(one.id);
    expect(await readTraces(many.id)).toEqual(expected);
    expect((await readTraces(other.id)).orders).toEqual(expected.orders);
    const counted = await db
      .select({ delta: sql<number>`sum(${contractCounts.delta})::int` })
      .from(contractCounts)
      .where(eq(contractCounts.status, status));
    expect(counted).toEqual([{ delta: 3 }]);
  }
  const { held } = await readTraces(many.id);
  expect(held.map(({ status, productId }) => [status?.status, productId])).toEqual([
    ["CANCELLED", 7],
    ["CANCELLED", 8],
  ]);
});

test("in dunning, many are paused, resumed and cancelled as one is: dunning rests, goes on, and is over", async () => {
  shop = await createTestShop({ gateway: "test" });
  const [one, many] = [
    await billedMonthly(shop, { lastDigits: "0002" }),
    await billedMonthly(shop, { lastDigits: "0002" }),
  ];
  await runAt(shop, DUE);
  await db.update(contracts).set({ customerName: "Same" });
  const inDunning = [];
  for (const [status, day] of [
    ["PAUSED", 0],
    ["ACTIVE", 0],
    ["CANCELLED", 1],
    ["ACTIVE", 1],
  ] as const) {
    const at = daysAfterDue(day, 3);
    await contractStatus.run(callerAt(shop, at), { contractId: one.subscriptionContractId, status });
    const id = await start(status);
    await run(shop.id, id, at);
    expect(await readTask(shop.id, id)).toMatchObject({ status: "COMPLETED", succeeded: 1, skipped: 1 });
    const { contract, orders } = await readTraces(many.id);
    const expected = await readTraces(one.id);
    expect({ ...contract, paymentMethodId: null }).toEqual({ ...expected.contract, paymentMethodId: null });
    expect(orders).toEqual(expected.orders);
    inDunning.push(["dunning" in contract && contract.dunning, orders[0]?.nextStep]);
  }
  expect(inDunning).toEqual([
    [false, "TRY"],
    [true, "TRY"],
    [false, null],
    [false, null],
  ]);
});

test("what cannot go there is skipped with the reason; what its own rules refuse fails with theirs", async () => {
  await insertPlanned();
  await insertContract(shop.id, { status: "PAUSED" });
  await insertContract(shop.id, { status: "EXPIRED" });
  const ended = await insertContract(shop.id, {
    status: "CANCELLED",
    endsAt: new Date(NOW.getTime() - DAY_MS),
  });
  const pause = await start("PAUSED");
  await run(shop.id, pause);
  expect((await readTask(shop.id, pause)).items.map(({ status, reason }) => [status, reason])).toEqual([
    ["SUCCEEDED", null],
    ["SKIPPED", "UNCHANGED"],
    ["SKIPPED", "CONTRACT_EXPIRED"],
    ["SKIPPED", "NOT_POSSIBLE"],
  ]);
  const resume = await start("ACTIVE");
  await run(shop.id, resume);
  const { items, failed } = await readTask(shop.id, resume);
  expect(failed).toBe(1);
  expect(items.find(({ id }) => id === ended.id)).toMatchObject({
    status: "FAILED",
    reason: "The contract ends before another order could be made.",
  });
});

test("contracts of a customer who was erased are left as they are", async () => {
  const { customerId } = await insertContract(shop.id, { status: "CANCELLED", cancelledOn: NOW });
  await eraseCustomer(shop.id, customerId, testAudit());
  const resume = await start("ACTIVE");
  await run(shop.id, resume);
  expect((await readTask(shop.id, resume)).items).toMatchObject([
    { status: "SKIPPED", reason: "CUSTOMER_ERASED" },
  ]);
});

test("an undo resumes what was paused, and leaves alone what somebody has resumed and cancelled since", async () => {
  const [kept, other] = [await insertPlanned(), await insertPlanned()];
  const id = await start("PAUSED");
  await run(shop.id, id);
  await contractStatus.run(
    { shop: { id: shop.id, timeZone: "Europe/Berlin" }, customerId: null, audit: testAudit() },
    { contractId: other.subscriptionContractId, status: "CANCELLED" },
  );
  const undo = await undoAutomation(shop.id, id, starter);
  await run(shop.id, undo.id);
  expect((await readTask(shop.id, undo.id)).items.map(({ status, reason }) => [status, reason])).toEqual([
    ["SUCCEEDED", null],
    ["SKIPPED", "CONFLICT"],
  ]);
  expect((await readTraces(kept.id)).contract).toMatchObject({ status: "ACTIVE" });
});
