import type postgres from "postgres";

/** Smaller differences are ignored: the answer itself takes time, and a process's time should not go back. */
const TOLERATED_MS = 250;

let anchor: { at: number; read: number } | undefined;

const nowMs = (): number => (anchor ? anchor.at + (performance.now() - anchor.read) : Date.now());

/**
 * The present time by the database's clock, so that all processes agree whatever their machines' clocks say:
 * `readDatabaseClock` has read it, and this process's monotonic clock continues from there. A process that has not read it
 * uses its machine's clock. Source: docs/decisions/103-the-databases-clock.md.
 */
export const databaseNow = (): Date => new Date(nowMs());

/**
 * Reads the database's clock. Call it repeatedly: a machine may be suspended, and the database's own clock may be set.
 *
 * @param sql has a free connection
 * @returns by how many milliseconds the database's clock was set since the last reading (negative: back); 0 the first time
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

/** Returns to this machine's clock, once nobody reads the database's any more. */
export function leaveDatabaseClock(): void {
  anchor = undefined;
}
