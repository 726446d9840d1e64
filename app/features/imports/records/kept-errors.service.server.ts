import { env } from "~/lib/env.server";
import type { Queryable } from "~db/client.server";
import type { ImportFile } from "./import-files";
import {
  countImportErrors,
  insertImportErrors,
  type KeptErrorCounts,
  type NewImportError,
} from "./imports.repo.server";

/**
 * Stores the errors in the files of an import for its page and its download: the first IMPORT_KEPT_ERRORS errors and as
 * many warnings, and everything that concerns a whole file. The counters count all.
 *
 * @returns how many more of each kind would be kept
 */
export async function keepErrors(
  on: Queryable,
  shopId: number,
  importId: number,
  errors: readonly NewImportError[],
): Promise<KeptErrorCounts> {
  const kept = await countImportErrors(shopId, importId, on);
  const room = {
    ERROR: Math.max(0, env.IMPORT_KEPT_ERRORS - kept.ERROR),
    WARNING: Math.max(0, env.IMPORT_KEPT_ERRORS - kept.WARNING),
  };
  const rows = errors.filter(({ line, severity }) => {
    if (typeof line !== "number") return true;
    if (room[severity] === 0) return false;
    room[severity]--;
    return true;
  });
  await insertImportErrors(on, shopId, importId, rows);
  return room;
}

/** Records objects that the file contains again further down. */
export const keepRepeated = (
  on: Queryable,
  { shopId, importId }: { shopId: number; importId: number },
  { file, column, thing }: { file: ImportFile; column: string; thing: string },
  repeated: readonly { id: number; line: number }[],
): Promise<KeptErrorCounts> =>
  keepErrors(
    on,
    shopId,
    importId,
    repeated.map(({ id, line }) => ({
      severity: "WARNING",
      file,
      line,
      column,
      value: String(id),
      reason: `The file has this ${thing} again further down; the last one counts.`,
    })),
  );

const ERRORS_AT_ONCE = 500;

/** Errors of rows are written outside the staging transaction, in chunks: they stay when it is rolled back. */
export function createErrorSink(on: Queryable, shopId: number, importId: number) {
  let waiting: NewImportError[] = [];
  let room: KeptErrorCounts = { ERROR: Number.POSITIVE_INFINITY, WARNING: Number.POSITIVE_INFINITY };
  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) room = await keepErrors(on, shopId, importId, batch);
  }
  return {
    add(errors: NewImportError[]): Promise<void> | undefined {
      waiting.push(...errors.filter(({ line, severity }) => typeof line !== "number" || room[severity] > 0));
      return waiting.length < ERRORS_AT_ONCE ? undefined : flush();
    },
    flush,
  };
}
