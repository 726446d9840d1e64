import type postgres from "postgres";
import { tellingAfterAll } from "~db/announcements.server";
import { client } from "~db/client.server";
import { isDatabaseUnavailable } from "~db/errors";
import { startWaves } from "~db/together/waves.server";
import { inTransaction, type Transaction } from "~db/transaction.server";

/**
 * One transaction for a piece of work. It may be run again, from its beginning, when the transaction was undone: what it
 * leaves outside the database it must set anew.
 *
 * @param keys what it must have for itself; two that name the same one run one after the other
 */
export type Transact = <T>(keys: readonly string[], work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** Each piece of work by itself; Postgres' locks keep them apart. */
export const transactAlone: Transact = (_keys, work) => inTransaction(work);

type Waiting = {
  keys: readonly string[];
  /** Runs the work and keeps its result. */
  work: (tx: Transaction) => Promise<void>;
  done: () => void;
  fail: (error: unknown) => void;
};

/** Rows of so many are held at once, for some ten milliseconds. */
const MOST_TOGETHER = 32;
/** One that asks, and one that is being committed. */
const MOST_AT_ONCE = 2;

/**
 * Pieces of work that share transactions: all that come while one is under way are the next. A commit and a round trip
 * then serve many, and the slower the database, the more. While one is committed, which is a wait for the disk, the next is
 * under way already, without those that it has keys in common with. Should one of them fail, all are undone and run again by
 * themselves, so that it fails alone.
 */
export function shareTransactions(): Transact {
  let waiting: Waiting[] = [];
  /** Of those that are not over. */
  const taken = new Set<string>();
  let underWay = 0;
  let isAsking = false;
  const start = () => {
    if (isAsking || underWay === MOST_AT_ONCE || waiting.length === 0) return;
    isAsking = true;
    // What comes in the same moment belongs to it.
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
      // Those that all wait for a key of another are looked at again when that one is over.
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
      // Also of one that waits: what comes behind it with the same key must not overtake it.
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

/** Never throws: each is told its own end. @param onCommit nothing but the commit is left */
async function runTogether(together: readonly Waiting[], onCommit: () => void): Promise<void> {
  try {
    await tellingAfterAll((hold) =>
      client.begin(async (sql: postgres.TransactionSql) => {
        const join = startWaves(sql, { isAlone: false });
        const ends = await Promise.allSettled(together.map(({ work }) => work(hold(join()))));
        for (const end of ends) if (end.status === "rejected") throw end.reason;
        onCommit();
      }),
    );
  } catch (error) {
    // Nobody knows whether it was committed: each finds out for itself, as after any lost answer.
    if (isDatabaseUnavailable(error)) for (const { fail } of together) fail(error);
    else for (const one of together) await inTransaction(one.work).then(one.done, one.fail);
    return;
  }
  for (const { done } of together) done();
}
