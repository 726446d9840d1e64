import { sql } from "drizzle-orm";
import { db } from "~db/client.server";

/** Rows per statement: few enough that it holds its locks only briefly. */
const BATCH = 2000;

/**
 * Orders whose next try, or whose last day of dunning, was due before an instant wait for a person from now on, as orders
 * do that were to be charged then.
 */
export async function restOverdueSteps(shopId: number, before: Date): Promise<void> {
  for (let rested = BATCH; rested === BATCH; ) {
    const rows = await db.execute(sql`
      update billing_attempts set next_step = null, next_step_at = null
      where shop_id = ${shopId}::bigint and id = any(array(
        select a.id from billing_attempts a
        where a.shop_id = ${shopId}::bigint and a.next_step in ('TRY', 'END')
          and a.next_step_at < ${before.toISOString()}::timestamptz and a.status in ('FAILURE', 'ACTION_REQUIRED')
        limit ${BATCH}::int))
      returning 1`);
    rested = rows.length;
  }
}
