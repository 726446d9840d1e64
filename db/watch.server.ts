import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";

const LOOK_EVERY_MS = 500;

/** Reads as a database that cannot be reached (db/errors.ts). */
class DatabaseHangs extends Error {
  readonly code = "ETIMEDOUT";
  constructor() {
    super("The database does not answer.");
  }
}

/**
 * Looks after a database that takes connections and questions and never answers (stopped, stalled storage, a dead way to
 * it): then every question of `pool` fails at once, those under way too, until it answers again. A slow question is none
 * of its business: it asks its own, on a connection of its own. Source: docs/decisions/028-a-database-that-hangs.md.
 *
 * @param patienceMs how long its own question may take
 */
export function watchDatabase(pool: postgres.Sql, url: string, patienceMs: number): void {
  const own = postgres(url, { max: 1, fetch_types: false, connect_timeout: 60, onnotice: () => {} });
  const look = async () => {
    // What fails at once needs no help: whoever asks is told the same.
    const answer = own`select 1`.then(
      () => true,
      () => true,
    );
    if (await Promise.race([answer, silence(patienceMs)])) return pool.admit();
    const toError = () => new DatabaseHangs();
    pool.refuse(toError);
    // The next look takes another connection: this one may be dead for good.
    own.refuse(toError);
    own.admit();
  };
  void (async () => {
    for (;;) {
      await look();
      await delay(LOOK_EVERY_MS, undefined, { ref: false });
    }
  })();
}

/** `false` after so many milliseconds, and after what has arrived meanwhile: we may have been busy ourselves. */
const silence = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve, false), ms).unref();
  });
