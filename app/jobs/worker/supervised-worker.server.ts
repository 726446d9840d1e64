import { setTimeout as delay } from "node:timers/promises";
import { logger } from "~/lib/logger.server";
import { isDatabaseUnavailable } from "~db/errors";
import { yieldToPages } from "./low-priority.server";
import { type RunningWorker, startWorker, type WorkerOptions } from "./worker.server";

const START_AGAIN_AFTER_MS = 1000;
const LEAVE_AFTER_MS = 3000;

/** `onReady` is called each time it has begun to take jobs. */
export type SupervisedWorkerOptions = WorkerOptions & { onReady?: () => void };

/**
 * A worker that is restarted when it breaks down, until it is stopped. For a process of its own: lost connections that
 * surface as uncaught errors count as breakdowns; any other uncaught error ends the process.
 */
export function startSupervisedWorker({ onReady, ...options }: SupervisedWorkerOptions): RunningWorker {
  let running: RunningWorker | undefined;
  let isStopping = false;
  const stopYielding = yieldToPages();
  // The queue's library does not handle errors of a few connections: its crontab's, and one that is lost at the moment
  // it is handed out.
  let reportBreakdown: (reason: unknown) => void = () => {};
  process.on("uncaughtException", (error) => {
    if (isDatabaseUnavailable(error)) return reportBreakdown(error);
    // Never the error itself: the database's errors contain a statement's values.
    logger.fatal({ err: error }, "an error that nobody expected");
    process.exit(1);
  });

  async function work(): Promise<void> {
    while (!isStopping) {
      const broken = new Promise<never>((_, reject) => {
        reportBreakdown = reject;
      });
      // Failures during the start are handled below.
      broken.catch(() => {});
      try {
        running = await startWorker(options);
        // It may have been stopped while it started.
        if (isStopping) await running.stop();
        else onReady?.();
        await Promise.race([running.ended, broken]);
      } catch (error) {
        logger.error({ err: error }, "the worker broke down; starting again");
        await running?.stop().catch(() => {});
      }
      running = undefined;
      if (!isStopping) await delay(START_AGAIN_AFTER_MS);
    }
  }

  const ended = work().finally(stopYielding);
  return {
    ended,
    async stop() {
      isStopping = true;
      if (running) return running.stop();
      // A worker that is just starting is stopped once it has started; if the database does not answer, it is abandoned.
      await Promise.race([ended, delay(LEAVE_AFTER_MS, undefined, { ref: false })]);
    },
  };
}
