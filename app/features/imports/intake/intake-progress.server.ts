import { logger } from "~/lib/logger.server";

/** Runs `work` at an interval, never twice at once, and a last time when stopped. Its errors are only logged. */
export function repeat(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const run = (): Promise<void> => {
    running ??= work()
      .catch((error: unknown) => logger.warn({ err: error }, "import progress could not be written"))
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(run, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await run();
    },
  };
}
