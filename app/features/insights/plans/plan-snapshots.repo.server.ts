import { sql } from "drizzle-orm";
import type { DayRange } from "~/features/insights/definitions/day-range";
import { announce } from "~db/announcements.server";
import { db } from "~db/client.server";
import { deleteRows } from "~db/rows.server";
import { planSnapshots } from "~db/schema/insights";
import type { Plans } from "./plans";

/** An older snapshot means that the job that makes them has stopped. */
const GOOD_FOR = "1 hour";

/**
 * One part of the latest snapshot, if it is recent and in the shop's time zone; by the real clock, as the job runs.
 *
 * @param days on which it may begin
 */
export async function findSnapshot<P extends keyof Plans>(
  { id: shopId, timeZone }: { id: number; timeZone: string },
  { from, to }: DayRange,
  part: P,
): Promise<{ takenAt: Date; plan: Plans[P] } | null> {
  const [row] = await db.execute<{ takenAt: Date; plan: Plans[P] }>(sql`
    select taken_at as "takenAt", ${planSnapshots[part]} as plan from plan_snapshots
    where shop_id = ${shopId}::bigint and today between ${from}::date and ${to}::date and time_zone = ${timeZone}
      and taken_at > now() - ${GOOD_FOR}::interval`);
  return row ? { ...row, takenAt: new Date(row.takenAt) } : null;
}

/** Notifies pages that show the shop's plans. */
export async function saveSnapshot(
  shopId: number,
  of: { today: string; timeZone: string; takenAt: Date },
  plans: Plans,
): Promise<void> {
  const values = { ...of, ...plans };
  await db
    .insert(planSnapshots)
    .values({ shopId, ...values })
    .onConflictDoUpdate({ target: planSnapshots.shopId, set: values });
  announce(db, shopId, "plans");
}

/** For a shop that has become small: its plans are summed for each page. */
export const deleteSnapshot = (shopId: number) => deleteRows(db, planSnapshots, { shopId });

/**
 * Shops with at least this many active contracts, and those that have a snapshot; a query across shops, for the job.
 *
 * @param only this shop
 */
export async function listShopsToSum(
  least: number,
  only: number | null = null,
): Promise<{ id: number; isLarge: boolean }[]> {
  const isOfShop = only === null ? sql`true` : sql`shop_id = ${only}::bigint`;
  return db.execute<{ id: number; isLarge: boolean }>(sql`
    select shop_id as id, bool_or(large) as "isLarge" from (
      select shop_id, true as large from contract_counts where status = 'ACTIVE' and ${isOfShop}
      group by shop_id having sum(delta) >= ${least}::int
      union all select shop_id, false from plan_snapshots where ${isOfShop}) s
    group by shop_id order by shop_id`);
}
