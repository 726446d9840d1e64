import { setTimeout as delay } from "node:timers/promises";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow } from "~/access/test-clock.repo.server";
import type { AutomationShop } from "~/features/bulk-automations/kinds/kind.server";
import { getKind } from "~/features/bulk-automations/kinds/kinds.server";
import type { BothClocks, RealTime } from "~/lib/clocks";
import { logger } from "~/lib/logger.server";
import { isPassing } from "~db/errors";
import { inTransaction } from "~db/transaction.server";
import { finishIfDone, giveUp } from "./automation-end.service.server";
import { toStarterAudit } from "./automation-job.service.server";
import { forgetSurplusDrafts, startScheduled } from "./automation-schedule.service.server";
import { type AutomationRow, findAutomation, lockForBatch } from "./automations.repo.server";
import { applyBatch } from "./batch.service.server";
import { claimBatch, finishBatch, limitHanging } from "./batches.repo.server";
import { makePlan } from "./plan.service.server";

type RunOptions = {
  clock: () => RealTime;
  /** Checked between batches. */
  signal?: AbortSignal;
  onBatch?: () => void | Promise<void>;
  /** How many batches at once; by default one after the other. */
  batchesAtOnce?: number;
};

/** For a process that has nothing else to do: while Postgres reads and writes some batches, another is judged. */
export const BATCHES_AT_ONCE = 3;

/** How long a run waits for the database to come back, trying every second, before the queue tries again later. */
const PATIENCE = 60;

/**
 * Runs a task: makes its plan, changes contracts batch by batch, ends it. Safe to run several times at once and after
 * any crash: each batch is one transaction, and belongs to the process that has locked its row. A task that is paused,
 * over or unknown is left alone.
 *
 * @throws when the database stays unreachable or `signal` is aborted: run it again later
 */
export async function runAutomation(
  shopId: number,
  automationId: number,
  options: RunOptions,
): Promise<void> {
  const repeat = (step: Step) => runSteps(shopId, automationId, step, options);
  await repeat(prepare);
  // Waits for all of them, so that none is still running afterwards.
  const { batchesAtOnce = 1 } = options;
  const runs = await Promise.allSettled(Array.from({ length: batchesAtOnce }, () => repeat(runNextBatch)));
  for (const run of runs) if (run.status === "rejected") throw run.reason;
}

/** One step after the other, until there is nothing left to do. */
async function runSteps(
  shopId: number,
  automationId: number,
  step: Step,
  { clock, signal, onBatch }: RunOptions,
): Promise<void> {
  for (let failures = 0; ; ) {
    signal?.throwIfAborted();
    try {
      const task = await findAutomation(shopId, automationId);
      const shop = task && (await findShopSettings(shopId));
      if (!task || !shop) return;
      const realNow = clock();
      const at = { realNow, shopNow: await findShopNow(shop, realNow) };
      if ((await step(task, shop, at)) === "NOTHING") return;
      failures = 0;
      await onBatch?.();
    } catch (error) {
      if (isPassing(error) && ++failures <= PATIENCE) {
        logger.warn({ err: error, shopId, automationId }, "a bulk change waits for the database");
        await delay(1000, undefined, { signal });
      } else if (isPassing(error)) {
        throw error;
      } else {
        logger.error({ err: error, shopId, automationId }, "bulk change failed");
        await giveUp(shopId, automationId, clock());
        return;
      }
    }
  }
}

/** @param at the shop's clock for what rules decide, the real one for when the task itself runs */
type Step = (task: AutomationRow, shop: AutomationShop, at: BothClocks) => Promise<"NOTHING" | "SOMETHING">;

const prepare: Step = async (task, shop, at) => {
  if (task.status === "SCHEDULED") return startScheduled(task, at.realNow);
  if (task.status !== "PLANNING" && (task.status !== "DRAFT" || task.plannedAt !== null)) return "NOTHING";
  if (task.status === "DRAFT") await forgetSurplusDrafts(task.shopId);
  await makePlan(task, shop, at);
  return "SOMETHING";
};

const runNextBatch: Step = async (task, shop, at) => {
  if (task.status !== "RUNNING") return "NOTHING";
  if (await runBatch(task, shop, at)) return "SOMETHING";
  return (await finishIfDone(task, at.realNow)) ? "NOTHING" : "SOMETHING";
};

/** Runs the next free batch in one transaction. @returns whether there was one */
function runBatch(
  { shopId, id }: AutomationRow,
  shop: AutomationShop,
  { shopNow, realNow }: BothClocks,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    await limitHanging(tx);
    await lockForBatch(tx, shopId, id);
    // Read only now: it may have been paused or cancelled while we waited.
    const task = await findAutomation(shopId, id, tx);
    if (task?.status !== "RUNNING") return false;
    const claimed = await claimBatch(tx, shopId, id, task);
    if (!claimed) return false;
    const batch = { ...claimed, shop, automationId: id, isUndo: task.selectionType === "UNDO" };
    const outcome = await applyBatch(tx, getKind(task.kind), batch, toStarterAudit(task, shopNow));
    await finishBatch(tx, batch, outcome, realNow);
    return true;
  });
}
