import {
  BATCHES_AT_ONCE,
  runAutomation,
} from "~/features/bulk-automations/tasks/automation-run.service.server";
import type { Task } from "~/jobs/task/task";
import { logger } from "~/lib/logger.server";
import { TryLater } from "~/queue/try-later";

/** Tasks this process is working on: a second job for one of them here would only compete for the CPU. */
const under = new Set<string>();
/** When such a second job is tried again, possibly by another process. */
const POLL_EVERY_MS = 3000;

/** Does the next work of a bulk automation, beside other processes. */
export const runBulkAutomation: Task<"run-bulk-automation"> = async (payload, { clock, signal }) => {
  const { shopId, automationId } = payload;
  const key = `${shopId}:${automationId}`;
  if (under.has(key)) throw new TryLater("this process works on the bulk change already", POLL_EVERY_MS);
  under.add(key);
  try {
    await runAutomation(shopId, automationId, { clock, signal, batchesAtOnce: BATCHES_AT_ONCE });
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error, shopId, automationId }, "a bulk change goes on later");
    throw new TryLater("a bulk change goes on later", signal.aborted ? 0 : POLL_EVERY_MS);
  } finally {
    under.delete(key);
  }
};
