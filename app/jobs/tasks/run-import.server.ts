import { runImport } from "~/features/imports/run/import-run.service.server";
import type { Task } from "~/jobs/task/task";
import { logger } from "~/lib/logger.server";
import { TryLater } from "~/queue/try-later";
import { isPassing } from "~db/errors";

/** The pause after a temporary error. */
const WAIT_MS = 3000;

/**
 * Runs a staged import to the end. If its worker is told to stop, the job is requeued at once for another worker: if
 * this counted as a failure, the job and the shop's other imports would wait longer each time, up to hours.
 */
export const runImportTask: Task<"run-import"> = async ({ shopId, importId }, { clock, signal }) => {
  try {
    await runImport(shopId, importId, { clock, signal });
  } catch (error) {
    if (signal.aborted) throw new TryLater("an import goes on later", 0);
    if (!isPassing(error)) throw error;
    logger.warn({ err: error, shopId, importId }, "an import goes on later");
    throw new TryLater("an import goes on later", WAIT_MS);
  }
};
