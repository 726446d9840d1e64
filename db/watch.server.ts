import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { readDatabaseClock } from "./clock.server";

const PROBE_EVERY_MS = 500;

/** db/errors.ts treats this as a database that cannot be reached. */
class DatabaseHangs extends Error {
  readonly code = "ETIMEDOUT";
  constructor() {
    super("The database does not answer.");
  }
}

/** db/errors.ts treats this as a database that has no room for another connection. */
class PoolTaken extends Error {
  readonly code = "53300";
  constructor() {
    super("All connections to the database were taken for too long.");
  }
}

/**
 * Watches for a database that accepts connections and queries but never answers (stopped, stalled storage, a dead
 * network): then every query of `pool` fails at once, including running ones, until it answers again. Slow queries do
 * not matter: the watch sends a query of its own, on its own connection. Source:
 * docs/decisions/028-a-database-that-hangs.md.
 *
 * @param patienceMs how long the watch's own query may take
 */
export function watchDatabase(pool: postgres.Sql, url: string, patienceMs: number): void {
  const own = postgres(url, { max: 1, fetch_types: false, connect_timeout: 60, onnotice: () => {} });
  const look = async () => {
    // A query that fails at once needs no help: requests get the same error.
    const answer = readDatabaseClock(own).then(
      () => true,
      () => true,
    );
    if (await Promise.race([answer, silence(patienceMs)])) return pool.admit();
    const toError = () => new DatabaseHangs();
    pool.refuse(toError);
    // The next probe takes another connection: this one may be dead for good.
    own.refuse(toError);
    own.admit();
  };
  void (async () => {
    for (;;) {
      await look();
      await delay(PROBE_EVERY_MS, undefined, { ref: false });
    }
  })();
}

/**
 * Watches for a pool whose connections have all been taken for too long: then everything that runs and waits in it
 * fails once, and the pool starts afresh. Statements have a limit of their own (`limitStatements`), but as many may
 * wait behind them as there are requests. Source: docs/decisions/090-limits-of-statements.md.
 *
 * @param patienceMs how long a query of the watch may wait for its turn in the pool
 */
export function watchPool(pool: postgres.Sql, patienceMs: number): void {
  void (async () => {
    for (;;) {
      const answer = pool`select 1`.then(
        () => true,
        () => true,
      );
      if (!(await Promise.race([answer, silence(patienceMs)]))) {
        pool.refuse(() => new PoolTaken());
        pool.admit();
      }
      await delay(PROBE_EVERY_MS, undefined, { ref: false });
    }
  })();
}

/** `false` after this time, once pending input has been handled: this process itself may have been busy. */
const silence = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve, false), ms).unref();
  });
