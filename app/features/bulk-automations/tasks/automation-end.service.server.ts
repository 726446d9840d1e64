import { appendActivity } from "~/features/activity/activity.repo.server";
import { findNextStatus } from "~/features/bulk-automations/automation";
import { appendEvents } from "~/features/events/events.repo.server";
import type { RealTime } from "~/lib/clocks";
import type { Transaction } from "~db/transaction.server";
import { inTransaction } from "~db/transaction.server";
import { toStarterAudit } from "./automation-job.service.server";
import { mailStarter } from "./automation-mail.service.server";
import {
  type AutomationRow,
  countBatches,
  findAutomation,
  lockForChange,
  updateAutomation,
} from "./automations.repo.server";
import { hasUnfinishedBatch, limitHanging } from "./batches.repo.server";

const FAULT =
  "Something went wrong on our side. Contracts that were changed before stay changed: undo that and start again, or start a new bulk change for those that were not reached. The CSV file names them.";
const FAULT_BEFORE =
  "Something went wrong on our side while the plan was made. No contract was changed: start a new bulk change.";

/**
 * Ends a task whose batches are all done; after the first batch alone it waits for a decision.
 * @returns false when a batch is left because its worker has died
 */
export function finishIfDone({ shopId, id }: AutomationRow, now: RealTime): Promise<boolean> {
  return inTransaction(async (tx) => {
    await limitHanging(tx);
    // Waits until the last batches of other workers are committed or rolled back.
    await lockForChange(tx, shopId, id);
    const task = await findAutomation(shopId, id, tx);
    if (task?.status !== "RUNNING") return true;
    if (await hasUnfinishedBatch(tx, shopId, id, task)) return false;
    if (task.isFirstBatchOnly && (await hasUnfinishedBatch(tx, shopId, id, { isFirstBatchOnly: false })))
      await updateAutomation(tx, shopId, id, { status: "PAUSED" });
    else await complete(tx, task, now);
    return true;
  });
}

async function complete(tx: Transaction, task: AutomationRow, now: RealTime): Promise<void> {
  const { shopId, id } = task;
  await updateAutomation(tx, shopId, id, { status: "COMPLETED", isFirstBatchOnly: false, finishedAt: now });
  const counts = (await countBatches(shopId, [id], now, tx))(id);
  await mailStarter(tx, { ...task, status: "COMPLETED", finishedAt: now }, counts, now);
  await appendEvents(tx, [{ shopId, type: "bulk-automation.completed", subjectId: id, createdAt: now }]);
  await appendActivity(
    tx,
    {
      shopId,
      contractId: null,
      action: "bulk_automation.completed",
      after: {
        bulkAutomationId: id,
        succeeded: counts.succeeded,
        skipped: counts.items - counts.planned + counts.changed,
        failed: counts.failed,
      },
    },
    toStarterAudit(task, now),
  );
}

/** Ends a task after a fault that would recur. Contracts already changed stay changed. */
export async function giveUp(shopId: number, id: number, now: RealTime): Promise<void> {
  await inTransaction(async (tx) => {
    await lockForChange(tx, shopId, id);
    const task = await findAutomation(shopId, id, tx);
    const status = task && findNextStatus("fail", task.status);
    if (!task || !status) return;
    const failure = task.status === "RUNNING" ? FAULT : FAULT_BEFORE;
    await updateAutomation(tx, shopId, id, { status, failure, finishedAt: now });
    const counts = (await countBatches(shopId, [id], now, tx))(id);
    // The maker of a preview looks at its page.
    if (task.status !== "DRAFT")
      await mailStarter(tx, { ...task, status, failure, finishedAt: now }, counts, now);
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "bulk_automation.failed", after: { bulkAutomationId: id } },
      toStarterAudit(task, now),
    );
  });
}
