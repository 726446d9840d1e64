import { and, eq, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, findRow } from "~db/rows.server";
import { digestSubscriptions } from "~db/schema/insights";
import { staffRoles } from "~db/schema/shops";

export type Subscription = { shopId: number; since: Date; lastMonday: string | null };

export type Recipient = {
  staffId: number;
  name: string;
  email: string;
  since: Date;
  origin: string;
  lastMonday: string | null;
};

/**
 * Restarts subscriptions after the shop's clock was set back, as when a test clock is removed: a start or last digest
 * that now lies in the future would block all digests until then.
 *
 * @param now by the shop's clock, and its day
 */
export async function restartAfterClock(shopId: number, now: Date, today: string): Promise<void> {
  await db.execute(sql`
    update digest_subscriptions set since = ${now.toISOString()}::timestamptz, last_monday = null
    where shop_id = ${shopId}::bigint
      and (since > ${now.toISOString()}::timestamptz or last_monday > ${today}::date)`);
}

/** Subscribed staff; those who have left the shop are not included. */
export async function listRecipients(shopId: number): Promise<Recipient[]> {
  const rows = await db.execute<Recipient>(sql`
    select s.staff_id as "staffId", a.name, a.email, s.since, s.origin, s.last_monday::text as "lastMonday"
    from digest_subscriptions s
    join staff_roles r on r.shop_id = ${shopId}::bigint and r.staff_id = s.staff_id
    join staff_accounts a on a.id = s.staff_id
    where s.shop_id = ${shopId}::bigint
    order by s.staff_id`);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

export const findSubscription = (shopId: number, staffId: number) =>
  findRow(db, digestSubscriptions, { shopId, staffId });

/** A repeated subscription keeps the record of what was mailed. */
export async function insertSubscription(row: typeof digestSubscriptions.$inferInsert): Promise<void> {
  await db.insert(digestSubscriptions).values(row).onConflictDoNothing();
}

export const deleteSubscription = (shopId: number, staffId: number) =>
  deleteRows(db, digestSubscriptions, { shopId, staffId });

/**
 * Claims the digest of a Monday for the first caller, in the transaction that writes the mail. @returns false for all
 * others
 */
export async function takeMonday(
  tx: Queryable,
  shopId: number,
  { staffId, monday }: { staffId: number; monday: string },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    update digest_subscriptions set last_monday = ${monday}::date
    where shop_id = ${shopId}::bigint and staff_id = ${staffId}::bigint
      and (last_monday is null or last_monday < ${monday}::date)
    returning staff_id`);
  return rows.length > 0;
}

/**
 * Subscriptions in all shops, without those of staff who have left: a query across shops, for the job. Roles are on every
 * machine of a cluster.
 */
export function listSubscriptions(): Promise<Subscription[]> {
  const { shopId, staffId, since, lastMonday } = digestSubscriptions;
  return db
    .select({ shopId, since, lastMonday })
    .from(digestSubscriptions)
    .innerJoin(staffRoles, and(eq(staffRoles.shopId, shopId), eq(staffRoles.staffId, staffId)));
}
