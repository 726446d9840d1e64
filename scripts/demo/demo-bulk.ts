import { and, eq, lt, sql } from "drizzle-orm";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { deliveryPriceKind } from "~/features/bulk-automations/kinds/delivery-price.server";
import type { AutomationShop } from "~/features/bulk-automations/kinds/kind.server";
import { toStarterAudit } from "~/features/bulk-automations/tasks/automation-job.service.server";
import {
  type AutomationRow,
  insertAutomation,
  updateAutomation,
} from "~/features/bulk-automations/tasks/automations.repo.server";
import { applyBatch } from "~/features/bulk-automations/tasks/batch.service.server";
import { claimBatch, finishBatch } from "~/features/bulk-automations/tasks/batches.repo.server";
import {
  insertBatches,
  insertPlanItems,
  summarizePlan,
} from "~/features/bulk-automations/tasks/plan.repo.server";
import { contracts } from "~db/schema/contracts";
import type { Transaction } from "~db/transaction.server";
import { addDays } from "./demo-days";

type Task = Partial<Pick<AutomationRow, "selectionType" | "undoOf">> & {
  deliveryPrice: string;
  selectionIds?: number[];
};

/**
 * Bulk changes for the page's history: one of some contracts, and one that was undone. They use contracts to which
 * nothing has happened lately, so that their timelines stay in order.
 */
export async function fillBulkChanges(
  tx: Transaction,
  shop: AutomationShop,
  starter: Pick<Audit, "actor"> & { staffId: number; now: Date },
): Promise<void> {
  const rows = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.shopId, shop.id), lt(contracts.updatedAt, addDays(starter.now, -4))))
    .orderBy(sql`md5(${contracts.customerEmail})`, contracts.createdAt)
    .limit(60);
  const ids = rows.map(({ id }) => id);
  const run = (task: Task, daysAgo: number) =>
    runTask(tx, shop, task, { ...starter, now: addDays(starter.now, -daysAgo) });
  await run({ selectionType: "IDS", selectionIds: ids.slice(0, 24), deliveryPrice: "3.90" }, 3);
  const tooHigh = await run({ selectionType: "IDS", selectionIds: ids.slice(24), deliveryPrice: "9.90" }, 2);
  await run({ selectionType: "UNDO", undoOf: tooHigh, deliveryPrice: "9.90" }, 1.9);
}

/** A whole task within this transaction, by the steps that a worker runs one after the other. */
async function runTask(
  tx: Transaction,
  shop: AutomationShop,
  { deliveryPrice, selectionType = "ALL", undoOf = null, selectionIds }: Task,
  { actor, staffId, now }: Pick<Audit<Date>, "actor" | "now"> & { staffId: number },
): Promise<number> {
  const task = await insertAutomation(tx, shop.id, {
    kind: "DELIVERY_PRICE",
    parameters: { deliveryPrice },
    status: "RUNNING",
    selectionType,
    selectionIds,
    undoOf,
    actorType: actor.type,
    actorName: actor.name,
    staffId,
    createdAt: now,
    startedAt: now,
    plannedAt: now,
  });
  const kind = deliveryPriceKind;
  const audit = toStarterAudit(task, now);
  await insertPlanItems(
    tx,
    task,
    { kind, parameters: { deliveryPrice } },
    { shop, filters: {}, shopNow: now },
  );
  const { total } = await insertBatches(tx, task, now);
  const summary = await summarizePlan(tx, task, kind);
  for (;;) {
    const claimed = await claimBatch(tx, shop.id, task.id, { isFirstBatchOnly: false });
    if (!claimed) break;
    const batch = { ...claimed, shop, automationId: task.id, isUndo: false };
    await finishBatch(tx, batch, await applyBatch(tx, kind, batch, audit), now);
  }
  await updateAutomation(tx, shop.id, task.id, { status: "COMPLETED", total, summary, finishedAt: now });
  const after = { bulkAutomationId: task.id };
  await appendActivity(
    tx,
    { shopId: shop.id, contractId: null, action: "bulk_automation.completed", after },
    audit,
  );
  return task.id;
}
