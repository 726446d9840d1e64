import { setTimeout as delay } from "node:timers/promises";
import type { RunningWorker } from "~/jobs/worker.server";
import { openDatabaseForCommand } from "~db/connect-cli";
import { endWithNpm } from "./end-with-npm.mjs";

/**
 * `npm run worker`: takes background jobs until a signal ends it (within ten seconds), or the parent that started it is
 * gone. Any number may run, on any machine that reaches the database.
 */
const START_AGAIN_AFTER_MS = 1000;
let running: RunningWorker | undefined;
let isEnding = false;

async function end(): Promise<void> {
  isEnding = true;
  await running?.stop();
}

endWithNpm();
const { url, close } = await openDatabaseForCommand({ end });
const endWithParent = () => void end().finally(() => close().finally(() => process.exit(0)));
process.once("disconnect", endWithParent);
// It may have died before we listened.
if (process.connected === false) endWithParent();

// Only now: modules of the app read DATABASE_URL when they are loaded.
const { startWorker } = await import("~/jobs/worker.server");
const { crontab, tasks } = await import("~/jobs/tasks.server");
const { logger } = await import("~/lib/logger.server");

while (!isEnding) {
  try {
    running = await startWorker({ databaseUrl: url, tasks, crontab });
    // The signal may have come while it started.
    if (isEnding) await running.stop();
    await running.ended;
  } catch (error) {
    logger.error({ err: error }, "the worker broke down; starting again");
    await running?.stop().catch(() => {});
  }
  running = undefined;
  if (!isEnding) await delay(START_AGAIN_AFTER_MS);
}
