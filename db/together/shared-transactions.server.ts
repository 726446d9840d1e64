import type postgres from "postgres";
import { tellingAfterAll } from "~db/announcements.server";
import { client } from "~db/client.server";
import { isDatabaseUnavailable } from "~db/errors";
import { startWaves } from "~db/together/waves.server";
import { inTransaction, type Transaction } from "~db/transaction.server";

/**
 * One transaction for a piece of work. The work may be run again, from its beginning, when the transaction was rolled
 * back: whatever it sets outside the database it must set again.
 *
 * @param keys what it needs exclusively; pieces with a common key run one after the other
 */
export type Transact = <T>(keys: readonly string[], work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** Each piece of work in its own transaction; Postgres' locks keep them apart. */
export const transactAlone: Transact = (_keys, work) => inTransaction(work);

type Waiting = {
  keys: readonly string[];
  /** Runs the work and stores its result. */
  work: (tx: Transaction) => Promise<void>;
  done: () => void;
  fail: (error: unknown) => void;
};

/** The rows of this many are locked at once, for some ten milliseconds. */
const MOST_TOGETHER = 32;

/**
 * Pieces of work share transactions: all that arrive while one is under way make up the next. A commit and a round trip
 * then serve many, and the slower the database, the more. If one of them fails, all are rolled back and run again one
 * by one, so that it fails alone.
 */
export function shareTransactions(): Transact {
  let waiting: Waiting[] = [];
  let isUnderWay = false;
  const start = () => {
    if (isUnderWay || waiting.length === 0) return;
    isUnderWay = true;
    // What arrives in the same moment belongs to it.
    setImmediate(async () => {
      const together = takeTogether();
      await runTogether(together);
      isUnderWay = false;
      start();
    });
  };
  const takeTogether = (): Waiting[] => {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const keys = new Set<string>();
    for (const one of waiting) {
      const isFree = taken.length < MOST_TOGETHER && !one.keys.some((key) => keys.has(key));
      // Also for one that waits: later ones with the same key must not overtake it.
      for (const key of one.keys) keys.add(key);
      (isFree ? taken : left).push(one);
    }
    waiting = left;
    return taken;
  };
  return <T>(keys: readonly string[], work: (tx: Transaction) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      let result: { value: T } | undefined;
      waiting.push({
        keys,
        work: async (tx) => {
          result = undefined;
          result = { value: await work(tx) };
        },
        done: () => (result ? resolve(result.value) : reject(new Error("a work without an end"))),
        fail: reject,
      });
      start();
    });
}

/** Never throws: each piece of work gets its own result. */
async function runTogether(together: readonly Waiting[]): Promise<void> {
  try {
    await tellingAfterAll((hold) =>
      client.begin(async (sql: postgres.TransactionSql) => {
        const join = startWaves(sql, { isAlone: false });
        const ends = await Promise.allSettled(together.map(({ work }) => work(hold(join()))));
        for (const end of ends) if (end.status === "rejected") throw end.reason;
      }),
    );
  } catch (error) {
    // It is unknown whether it was committed: each finds out for itself, as after any lost answer.
    if (isDatabaseUnavailable(error)) for (const { fail } of together) fail(error);
    else for (const one of together) await inTransaction(one.work).then(one.done, one.fail);
    return;
  }
  for (const { done } of together) done();
}
