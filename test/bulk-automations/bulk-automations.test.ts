import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { runAutomation } from "~/features/bulk-automations/tasks/automation-run.service.server";
import {
  applyDraft,
  retryFailed,
  type Selection,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { findItemPage } from "~/features/bulk-automations/tasks/items.repo.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";
import { createTestShop, insertContract, NOW, testAudit } from "../support/data/factories";
import {
  clock,
  findTorn,
  insertManyContracts,
  readTask,
  run,
  startPriceTask,
} from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

const audit = testAudit();
let shopId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ id: shopId } = await createTestShop());
});

const pricesOf = async () =>
  (
    await db
      .select({ price: contracts.deliveryPrice })
      .from(contracts)
      .where(eq(contracts.shopId, shopId))
      .orderBy(contracts.id)
  ).map(({ price }) => price);
const touch = (id: number) =>
  db.update(contracts).set({ version: sql`version + 1`, orderNote: "by hand" }).where(eq(contracts.id, id));

describe("the plan", () => {
  test("says for each contract its value before and after, or why it is skipped", async () => {
    const changed = await insertContract(shopId, { deliveryPrice: "3.00" });
    await insertContract(shopId, { status: "CANCELLED" });
    await insertContract(shopId, { status: "EXPIRED" });
    await insertContract(shopId, { allowDeliveryPriceOverride: false });
    await insertContract(shopId, { currencyCode: "EUR" });
    await insertContract(shopId, { deliveryPrice: "4.99" });
    await insertContract(shopId, { status: "PAUSED", deliveryPrice: "0" });
    await insertContract((await createTestShop()).id);
    const id = await startPriceTask(shopId, "4.99", undefined, { isDraft: true });
    await run(shopId, id);
    const { items, summary, status, total, processed } = await readTask(shopId, id);
    expect(items.map((item) => [item.status, item.reason, item.before, item.after])).toEqual([
      ["PLANNED", null, "3.0000", "4.9900"],
      ["SKIPPED", "CONTRACT_CANCELLED", "0.0000", null],
      ["SKIPPED", "CONTRACT_EXPIRED", "0.0000", null],
      ["SKIPPED", "OVERRIDE_NOT_ALLOWED", "0.0000", null],
      ["SKIPPED", "OTHER_CURRENCY", "0.0000", null],
      ["SKIPPED", "UNCHANGED", "4.9900", null],
      ["PLANNED", null, "0.0000", "4.9900"],
    ]);
    expect(items[0]?.contractId).toBe(changed.subscriptionContractId);
    expect(summary).toMatchObject({ before: "3.0000", after: "9.9800" });
    expect([status, total, processed]).toEqual(["DRAFT", 7, 0]);
    expect(new Set(await pricesOf())).toEqual(new Set(["3.0000", "0.0000", "4.9900"]));
  });

  test("is for the ids given, or for what the list's filters match, and for no other shop's", async () => {
    const [first, second] = [
      await insertContract(shopId),
      await insertContract(shopId, { status: "PAUSED" }),
    ];
    const foreign = await insertContract((await createTestShop()).id);
    const idsOf = async (id: number) => {
      await run(shopId, id);
      return (await readTask(shopId, id)).items.map((item) => item.id);
    };
    const selected = { type: "IDS", contractIds: [second.id, foreign.id] } satisfies Selection;
    expect(await idsOf(await startPriceTask(shopId, "1", selected, { isDraft: true }))).toEqual([second.id]);
    const filtered = { type: "FILTER", search: "status=ACTIVE" } as const;
    expect(await idsOf(await startPriceTask(shopId, "1", filtered, { isDraft: true }))).toEqual([first.id]);
  });

  test("of a shop without contracts is empty, and the task is over at once", async () => {
    const id = await startPriceTask(shopId, "1");
    await run(shopId, id);
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", total: 0, processed: 0 });
  });
});

describe("the effect", () => {
  test("is price, amount, version, activity, event and verdict, of each contract once", async () => {
    const contract = await insertContract(shopId, { deliveryPrice: "3.00", lines: [{ currentPrice: "20" }] });
    const id = await startPriceTask(shopId, "4.50");
    const later = new Date(NOW.getTime() + 60_000);
    await run(shopId, id, later);
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", total: 1, succeeded: 1 });
    const [after] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect(after).toMatchObject({
      deliveryPrice: "4.5000",
      orderAmount: "24.5000",
      version: contract.version + 1,
      updatedAt: later,
    });
    expect(await db.select().from(activity).where(eq(activity.contractId, contract.id))).toMatchObject([
      {
        action: "contract.delivery_price_changed",
        before: { deliveryPrice: "3.0000" },
        after: { deliveryPrice: "4.5000" },
        actorName: audit.actor.name,
        requestId: audit.requestId,
        createdAt: later,
      },
    ]);
    expect(await db.select().from(events).where(eq(events.contractId, contract.id))).toMatchObject([
      {
        type: "updated",
        contractVersion: contract.version + 1,
        changedFields: ["deliveryPrice", "orderAmount"],
      },
    ]);
    expect(await db.select().from(events).where(eq(events.type, "bulk-automation.completed"))).toMatchObject([
      { subjectId: id },
    ]);
  });

  test("leaves orders as they are: those made keep what they cost, those to come have no price of their own", async () => {
    const contract = await insertContract(shopId, {
      deliveryPrice: "3.00",
      attempts: [
        {
          status: "SUCCESS",
          billingDate: new Date("2026-01-05T08:00:00Z"),
          orderName: "#7",
          orderAmount: "23",
        },
        { status: "QUEUED", billingDate: new Date("2026-04-05T08:00:00Z") },
      ],
    });
    const isOfContract = eq(billingAttempts.contractId, contract.id);
    const before = await db.select().from(billingAttempts).where(isOfContract).orderBy(billingAttempts.id);
    expect(before.map(({ orderAmount }) => orderAmount)).toEqual(["23.0000", null]);
    await run(shopId, await startPriceTask(shopId, "4.50"));
    expect(await db.select().from(billingAttempts).where(isOfContract).orderBy(billingAttempts.id)).toEqual(
      before,
    );
    expect(await pricesOf()).toEqual(["4.5000"]);
  });

  test("leaves a contract alone that was changed after it was planned, and says so", async () => {
    const [first, second] = [await insertContract(shopId), await insertContract(shopId)];
    const id = await startPriceTask(shopId, "5", undefined, { isDraft: true });
    await run(shopId, id);
    await touch(first.id);
    await applyDraft(shopId, id, audit, { isFirstBatchOnly: false });
    await run(shopId, id);
    const { items, succeeded, skipped } = await readTask(shopId, id);
    // Contracts that were not changed are not shown as changed.
    expect(items.map((item) => [item.id, item.status, item.reason, item.after])).toEqual([
      [first.id, "SKIPPED", "CHANGED_MEANWHILE", null],
      [second.id, "SUCCEEDED", null, "5.0000"],
    ]);
    expect([succeeded, skipped]).toEqual([1, 1]);
    expect(await pricesOf()).toEqual(["0.0000", "5.0000"]);
    expect(await findTorn(shopId, id)).toBe(0);
  });

  test("a contract whose amount would be too large fails by itself, and can be tried again", async () => {
    await insertManyContracts(shopId, 30);
    const big = await insertContract(shopId);
    await db.update(contracts).set({ contractAmount: "9999999999" }).where(eq(contracts.id, big.id));
    await insertContract(shopId);
    const id = await startPriceTask(shopId, "5");
    await run(shopId, id);
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", succeeded: 31, failed: 1 });
    const failed = await findItemPage(shopId, id, { status: "FAILED", page: 0, size: 10 });
    expect(failed).toMatchObject({
      total: 1,
      items: [{ id: big.id, reason: "An amount of the contract would be larger than can be stored." }],
    });
    await db.update(contracts).set({ contractAmount: "10" }).where(eq(contracts.id, big.id));
    await retryFailed(shopId, id, audit);
    await run(shopId, id);
    expect(await readTask(shopId, id)).toMatchObject({
      status: "COMPLETED",
      succeeded: 32,
      failed: 0,
      total: 32,
    });
    expect(await findTorn(shopId, id)).toBe(0);
    await expect(retryFailed(shopId, id, audit)).rejects.toThrow("has failed");
  });

  test("two at once share a task of many batches, and nothing is done twice", async () => {
    await insertManyContracts(shopId, 7000);
    const id = await startPriceTask(shopId, "5", undefined, { isDraft: true });
    await run(shopId, id);
    await applyDraft(shopId, id, audit, { isFirstBatchOnly: false });
    const done: number[] = [];
    await Promise.all(
      [0, 1].map((runner) => runAutomation(shopId, id, { clock, onBatch: () => void done.push(runner) })),
    );
    expect(await readTask(shopId, id)).toMatchObject({ status: "COMPLETED", total: 7000, succeeded: 7000 });
    expect(await findTorn(shopId, id)).toBe(0);
    expect(new Set(done)).toEqual(new Set([0, 1]));
  });
});
