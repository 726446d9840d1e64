import { findNextStatus } from "~/features/bulk-automations/automation";
import type { RealTime } from "~/lib/clocks";
import { DAY_MS } from "~/lib/days";
import { hasLiveJob } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { isUniqueViolation } from "~db/errors";
import { inTransaction } from "~db/transaction.server";
import { enqueueRunner, toRunnerKey } from "./automation-job.service.server";
import { mailLate } from "./automation-mail.service.server";
import {
  type AutomationRow,
  findAutomation,
  findRunningAutomation,
  listAutomatingShops,
  listDraftsBeyond,
  listOldDrafts,
  listWorkableAutomations,
  lockForChange,
  updateAutomation,
} from "./automations.repo.server";
import { forgetDraft } from "./automations.service.server";

/** How often a scheduled task checks again while another one of the shop runs. */
const ASK_AGAIN_MS = 5000;
/** Other bulk changes rarely take longer. A task that starts later than this is late, and whoever planned it is told. */
const LATE_MS = 15 * 60_000;

/**
 * Starts a scheduled task: it takes the shop's slot and is planned again on the present contracts. While another task
 * runs, it waits.
 */
export async function startScheduled(task: AutomationRow, now: RealTime): Promise<"NOTHING" | "SOMETHING"> {
  const { shopId, id } = task;
  if (task.startsAt && task.startsAt > now) {
    await enqueueRunner(db, task, { runAt: task.startsAt });
    return "NOTHING";
  }
  try {
    return await inTransaction(async (tx) => {
      await lockForChange(tx, shopId, id);
      const current = await findAutomation(shopId, id, tx);
      const status = current && findNextStatus("start", current.status);
      if (!status) return "NOTHING";
      await updateAutomation(tx, shopId, id, { status, plannedAt: null, total: null, summary: null });
      return "SOMETHING";
    });
  } catch (error) {
    if (!isUniqueViolation(error, "bulk_automations_running_key")) throw error;
    if (task.startsAt && now.getTime() - task.startsAt.getTime() >= LATE_MS) await tellLate(task, now);
    await enqueueRunner(db, task, { runAt: new Date(now.getTime() + ASK_AGAIN_MS) });
    return "NOTHING";
  }
}

/** A paused task may keep the slot for weeks, and nobody looks at a page for a change that starts by itself. */
const tellLate = ({ shopId, id }: AutomationRow, now: RealTime): Promise<void> =>
  inTransaction(async (tx) => {
    await lockForChange(tx, shopId, id);
    const task = await findAutomation(shopId, id, tx);
    const holder = await findRunningAutomation(shopId, tx);
    // Meanwhile it may have been cancelled, and the other one may have ended.
    if (task?.status === "SCHEDULED" && holder) await mailLate(tx, task, holder, now);
  });

/** A draft that nobody has applied for this long is deleted: its plan is out of date and may be large. */
const DRAFTS_KEPT_MS = 7 * DAY_MS;
const toDraftsBefore = (now: RealTime) => new Date(now.getTime() - DRAFTS_KEPT_MS);

/** Each preview keeps the plan of every contract: hundreds of megabytes in a large shop. */
const DRAFTS_KEPT = 5;

/** Called before a preview gets its plan: going back and looking again must not fill the disk. */
export async function forgetSurplusDrafts(shopId: number): Promise<void> {
  for (const { id } of await listDraftsBeyond(shopId, DRAFTS_KEPT)) await forgetDraft(shopId, id);
}

/** Shops for which `maintainAutomations` has something to do. */
export const listShopsToMaintain = (now: RealTime) => listAutomatingShops(now, toDraftsBefore(now));

/** Run regularly by a job: tasks that have lost their worker get a new one, and old drafts are deleted. */
export async function maintainAutomations(shopId: number, now: RealTime): Promise<void> {
  for (const { id } of await listOldDrafts(shopId, toDraftsBefore(now))) await forgetDraft(shopId, id);
  for (const task of await listWorkableAutomations(shopId, now))
    await inTransaction(async (tx) => {
      if (!(await hasLiveJob(tx, toRunnerKey(task, 0)))) await enqueueRunner(tx, task);
    });
}
