import { isOver, toProgress, toRetryAfter } from "~/features/bulk-automations/automation";
import type { RealTime } from "~/lib/clocks";
import { ProblemError } from "~/lib/problem";
import { type AutomationRecord, toAutomationRecord } from "./automation-record.server";
import { type AutomationRow, countBatches, noteEndsSeen } from "./automations.repo.server";

/** Tasks of one shop as the API returns them. */
export async function toRecords(
  shopId: number,
  tasks: readonly AutomationRow[],
  now: RealTime,
): Promise<AutomationRecord[]> {
  const countsOf = await countBatches(
    shopId,
    tasks.map(({ id }) => id),
    now,
  );
  await noteEndsSeen(shopId, tasks, now);
  return tasks.map((task) => toAutomationRecord(task, toProgress(task, countsOf(task.id), now)));
}

/** 409 because the slot is taken, with the running task and when to try again (wire.md §2 "6"). */
export async function toAlreadyRunning(running: AutomationRow, now: RealTime): Promise<ProblemError> {
  const counts = (await countBatches(running.shopId, [running.id], now))(running.id);
  const progress = toProgress(running, counts, now);
  const { id, status, total, processed } = toAutomationRecord(running, progress);
  const far = total === null ? "its plan is being made" : `${processed} of ${total} contracts are done`;
  const how = isOver(running.status) ? "was running just now" : `is ${status.toLowerCase()}`;
  return new ProblemError("conflict", `Bulk change ${id} ${how}: ${far}.`, {
    headers: { "Retry-After": String(toRetryAfter(progress)) },
    members: { bulkAutomation: toAutomationRecord(running, progress) },
  });
}
