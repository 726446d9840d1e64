import type postgres from "postgres";

/** Smaller differences are left alone: an answer takes its time, and instants of a process should not go back. */
const TOLERATED_MS = 250;

let anchor: { at: number; read: number } | undefined;

const nowMs = (): number => (anchor ? anchor.at + (performance.now() - anchor.read) : Date.now());

/**
 * The present by the database's clock, so that all processes mean the same by it, whatever the clocks of their machines
 * say: it was read by `readDatabaseClock` and goes on by this process's own steady counter. In a process that has not
 * read it yet, by the clock of its machine. Source: docs/decisions/103-the-databases-clock.md.
 */
export const databaseNow = (): Date => new Date(nowMs());

/**
 * Ask what time it is there. To be repeated: machines are suspended, and the database's own clock may be set.
 *
 * @param sql asked on a free connection
 * @returns by how many milliseconds the database's clock was set since it was last asked, back if negative; 0 the first
 *   time
 */
export async function readDatabaseClock(sql: postgres.Sql): Promise<number> {
  const asked = performance.now();
  const [row] = await sql<{ ms: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const read = performance.now();
  if (!row) throw new Error("the database does not say what time it is");
  const halfWay = (read - asked) / 2;
  const at = row.ms + halfWay;
  const difference = at - nowMs();
  if (anchor && Math.abs(difference) <= TOLERATED_MS + halfWay) return 0;
  const wasRead = anchor !== undefined;
  anchor = { at, read };
  return wasRead ? difference : 0;
}

/** Go by the clock of this machine again: nobody asks the database any more. */
export function leaveDatabaseClock(): void {
  anchor = undefined;
}
