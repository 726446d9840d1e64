import { eq, lt, sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { sharedLimits } from "~db/schema/shared-limits";

/**
 * Counts one attempt in one statement, so that parallel attempts in any process wait for each other and none exceeds
 * the limit. Older instants than the window are dropped on the way.
 *
 * @returns whether it was within the limit; refused attempts are not counted
 */
export async function takeAttempt(
  key: string,
  { most, windowMs, now }: { most: number; windowMs: number; now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  const since = new Date(now.getTime() - windowMs).toISOString();
  const until = new Date(now.getTime() + windowMs).toISOString();
  const rows = await db.execute(sql`
    insert into shared_limits (key, tries, expires_at)
    values (${key}, array[${at}::timestamptz], ${until}::timestamptz)
    on conflict (key) do update set
      tries = array(select t from unnest(shared_limits.tries) t where t > ${since}::timestamptz order by t)
        || excluded.tries,
      expires_at = greatest(shared_limits.expires_at, excluded.expires_at)
    where (select count(*) from unnest(shared_limits.tries) t where t > ${since}::timestamptz) < ${most}
    returning key`);
  return rows.length > 0;
}

/** Takes back one attempt of that instant; others of the same instant, and of other processes, still count. */
export async function giveBackAttempt(key: string, at: Date): Promise<void> {
  const instant = sql`${at.toISOString()}::timestamptz`;
  await db.execute(sql`
    update shared_limits
    set tries = tries[:array_position(tries, ${instant}) - 1] || tries[array_position(tries, ${instant}) + 1:]
    where key = ${key} and ${instant} = any(tries)`);
}

/** No attempt of this key counts any more. */
export async function deleteAttempts(key: string): Promise<void> {
  await db.delete(sharedLimits).where(eq(sharedLimits.key, key));
}

/** The earliest attempt that still counts; null when there is none. */
export async function findFirstAttempt(key: string, since: Date): Promise<Date | null> {
  const rows = await db
    .select({ tries: sharedLimits.tries })
    .from(sharedLimits)
    .where(eq(sharedLimits.key, key));
  const live = (rows[0]?.tries ?? []).filter((at) => at > since);
  return live.length > 0 ? new Date(Math.min(...live.map((at) => at.getTime()))) : null;
}

/** Delete rows whose attempts no longer count. */
export async function deletePastAttempts(now: Date): Promise<void> {
  await db.delete(sharedLimits).where(lt(sharedLimits.expiresAt, now));
}
