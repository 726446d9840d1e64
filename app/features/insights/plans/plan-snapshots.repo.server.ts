import { sql } from "drizzle-orm";
import type { DayRange } from "~/features/insights/definitions/day-range";
import type { Plans } from "~/features/insights/plans/plans";
import { announce } from "~db/announcements.server";
import { db } from "~db/client.server";
import { deleteRows } from "~db/rows.server";
import { planSnapshots } from "~db/schema/insights";

/** An old one is no use: the job that makes them has stopped. */
const GOOD_FOR = "1 hour";

/**
 * One part of what was summed last, if it is fresh and of the shop's zone; by the real clock, as the job runs.
 *
 * @param days that it may begin on
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

/** Pages that show the shop's plans are told. */
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

/** For a shop that has become small: its pages sum at each look. */
export const deleteSnapshot = (shopId: number) => deleteRows(db, planSnapshots, { shopId });

/**
 * Shops with so many active contracts, and those that have a snapshot; a query across shops, for the job.
 *
 * @param only of this one alone
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
