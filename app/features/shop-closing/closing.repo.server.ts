import { sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { countRows, isRow } from "~db/rows.server";
import { UNDECIDED_STATUSES } from "~db/schema/attempt-enums";
import { billingAttempts } from "~db/schema/billing";
import { contractCounts } from "~db/schema/contracts";

/** Rows per statement: few enough that it holds its locks only briefly. */
const BATCH = 2000;

/** What the page of closing counts: contracts that bill, and orders whose payment the gateway has not decided. */
export async function countWhatRuns(shopId: number): Promise<{ active: number; underWay: number }> {
  const [contracts] = await db
    .select({ active: sql<number>`coalesce(sum(${contractCounts.delta}), 0)::int` })
    .from(contractCounts)
    .where(isRow(contractCounts, { shopId, status: "ACTIVE" }));
  const underWay = await countRows(db, billingAttempts, { shopId, status: [...UNDECIDED_STATUSES] });
  return { active: contracts?.active ?? 0, underWay };
}

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
