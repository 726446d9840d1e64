import { AsyncLocalStorage } from "node:async_hooks";
import { announcingAfter } from "./announcements.server";
import type { Database } from "./client.server";
import { isWorthAnotherTry } from "./errors";

export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

type Mark = (tx: Transaction) => Promise<void>;
const marks = new AsyncLocalStorage<Mark>();

/** Runs the work; `mark` is called last within each transaction that it commits. */
export const markingCommits = <T>(mark: Mark, work: () => Promise<T>): Promise<T> => marks.run(mark, work);

/**
 * One transaction; run again (at most twice) when Postgres ended it to resolve a deadlock or serialisation conflict.
 *
 * @param options.readsFirst the work's first statements, sent before any answer, only read or lock: they go together
 *   with BEGIN, which saves a round trip. If BEGIN fails, they run outside the transaction, and nothing is sent after
 *   them
 */
export async function inTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  options: { readsFirst?: boolean } = {},
): Promise<T> {
  const mark = marks.getStore();
  const marked = mark ? async (tx: Transaction) => markedBy(mark, tx, work) : work;
  for (let attempt = 1; ; attempt++) {
    try {
      return await announcingAfter(marked, options);
    } catch (error) {
      if (attempt === 3 || !isWorthAnotherTry(error)) throw error;
    }
  }
}

async function markedBy<T>(mark: Mark, tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await work(tx);
  await mark(tx);
  return result;
}

/** Ends a transaction that was only a dry run. */
class DryRunOver extends Error {}

/** Runs the work and rolls it back: the result shows what the work would do. Nothing is written, no event sent. */
export async function inDryRun<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const results: T[] = [];
  try {
    await inTransaction(async (tx) => {
      results.push(await work(tx));
      throw new DryRunOver();
    });
  } catch (error) {
    const result = results.at(-1);
    if (error instanceof DryRunOver && result !== undefined) return result;
    throw error;
  }
  throw new Error("a dry run was not taken back");
}
