import { and, eq, exists, gt, isNotNull, isNull, lte, notExists, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { deleteRows } from "~db/rows.server";
import { shops, staffAccounts, staffInvitations, staffRoles } from "~db/schema/shops";

/** Notes of each account without a role since when it has none, and forgets it of those that have one again. */
export async function noteDepartures(now: Date): Promise<void> {
  const roles = db
    .select({ shopId: staffRoles.shopId })
    .from(staffRoles)
    .where(eq(staffRoles.staffId, staffAccounts.id));
  await db
    .update(staffAccounts)
    .set({ leftAt: null })
    .where(and(isNotNull(staffAccounts.leftAt), exists(roles)));
  await db
    .update(staffAccounts)
    .set({ leftAt: now })
    .where(and(isNull(staffAccounts.leftAt), notExists(roles)));
}

export const listDeparted = (leftBy: Date) =>
  db
    .select({ id: staffAccounts.id, email: staffAccounts.email })
    .from(staffAccounts)
    .where(lte(staffAccounts.leftAt, leftBy));

/** The shops that have an open invitation for this address. */
export const listInvitingShops = (email: string, now: Date) =>
  db
    .select({ storeDomain: shops.storeDomain })
    .from(staffInvitations)
    .innerJoin(shops, eq(shops.id, staffInvitations.shopId))
    .where(and(eq(staffInvitations.email, email), gt(staffInvitations.expiresAt, now)));

/** The shops that still have saved views or a digest of this person: a release before 0099 left them there. */
export const listShopsWithSettingsOf = (staffId: number) =>
  db.execute<{ id: number }>(sql`
    select shop_id as id from digest_subscriptions where staff_id = ${staffId}::bigint
    union select shop_id from saved_views where staff_id = ${staffId}::bigint`);

export const deleteAccountRow = (tx: Queryable, id: number) => deleteRows(tx, staffAccounts, { id });
