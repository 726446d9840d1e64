import type postgres from "postgres";
import { announcingAfterAll } from "~db/announcements.server";
import { client } from "~db/client.server";
import { isDatabaseUnavailable } from "~db/errors";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { startWaves } from "./waves.server";

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

/** Maximum number of pieces of work in a transaction. Their rows are locked for some ten milliseconds. */
const MOST_TOGETHER = 32;
/** One transaction that sends statements, and one that is being committed. */
const MOST_AT_ONCE = 2;

/**
 * Pieces of work share transactions: all that arrive while one is under way make up the next, which starts while the
 * previous one is committed (docs/decisions/111). A commit and a round trip then serve many pieces: the slower the
 * database, the more. If a piece fails, all of its transaction are rolled back and run again one by one, so that it
 * fails alone.
 */
export function shareTransactions(): Transact {
  let waiting: Waiting[] = [];
  /** Keys of work whose transaction is not over. */
  const taken = new Set<string>();
  let underWay = 0;
  let isAsking = false;
  const start = () => {
    if (isAsking || underWay === MOST_AT_ONCE || waiting.length === 0) return;
    isAsking = true;
    // Work that arrives at the same moment joins this transaction.
    setImmediate(async () => {
      const together = takeTogether();
      let isOnlyCommitted = false;
      if (together.length > 0) {
        underWay++;
        await runTogether(together, () => {
          isOnlyCommitted = true;
          isAsking = false;
          start();
        });
        underWay--;
        for (const { keys } of together) for (const key of keys) taken.delete(key);
      }
      if (!isOnlyCommitted) isAsking = false;
      // Work that waited for a key of this transaction may start now.
      if (together.length > 0) start();
    });
  };
  const takeTogether = (): Waiting[] => {
    const chosen: Waiting[] = [];
    const left: Waiting[] = [];
    const ahead = new Set<string>();
    for (const one of waiting) {
      const isFree =
        chosen.length < MOST_TOGETHER && !one.keys.some((key) => ahead.has(key) || taken.has(key));
      // Also for work that has to wait: later work with the same key must not overtake it.
      for (const key of one.keys) ahead.add(key);
      (isFree ? chosen : left).push(one);
    }
    for (const { keys } of chosen) for (const key of keys) taken.add(key);
    waiting = left;
    return chosen;
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

/** Never throws: each piece gets its own result or error. @param onCommit called when only the commit is left */
async function runTogether(together: readonly Waiting[], onCommit: () => void): Promise<void> {
  try {
    await announcingAfterAll((hold) =>
      client.begin(async (sql: postgres.TransactionSql) => {
        const join = startWaves(sql, { isAlone: false });
        const ends = await Promise.allSettled(together.map(({ work }) => work(hold(join()))));
        for (const end of ends) if (end.status === "rejected") throw end.reason;
        onCommit();
      }),
    );
  } catch (error) {
    // Whether it was committed is unknown: the callers find out, as after any lost answer.
    if (isDatabaseUnavailable(error)) for (const { fail } of together) fail(error);
    else for (const one of together) await inTransaction(one.work).then(one.done, one.fail);
    return;
  }
  for (const { done } of together) done();
}
