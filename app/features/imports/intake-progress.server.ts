import { insertImportErrors, type NewImportError } from "~/features/imports/imports.repo.server";
import { logger } from "~/lib/logger.server";
import { db } from "~db/client.server";

const ERRORS_AT_ONCE = 500;

/** Errors of rows are written beside the staging transaction, some at a time: they stay when it is rolled back. */
export function createErrorSink(shopId: number, importId: number) {
  let waiting: NewImportError[] = [];
  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    await insertImportErrors(db, shopId, importId, batch);
  }
  return {
    add(errors: NewImportError[]): Promise<void> | undefined {
      waiting.push(...errors);
      return waiting.length < ERRORS_AT_ONCE ? undefined : flush();
    },
    flush,
  };
}

/** Does `work` every so often, never twice at once, and a last time when stopped. Its failures are logged only. */
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
