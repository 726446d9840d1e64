import { sql } from "drizzle-orm";
import { listStaffOfShop } from "~/features/staff/staff.repo.server";
import type { Queryable } from "~db/client.server";
import { deleteRows } from "~db/rows.server";
import { digestSubscriptions } from "~db/schema/insights";
import { savedViews, staffRoles } from "~db/schema/shops";

/** Locks the shop's staff until the transaction ends, so that of two owners who leave at once, one stays. */
export async function lockTeam(tx: Queryable, shopId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff', ${shopId}))`);
}

/** Null for an unknown person, and for staff of other shops only. */
export async function findMember(tx: Queryable, shopId: number, staffId: number) {
  return (await listStaffOfShop(shopId, tx)).find(({ id }) => id === staffId) ?? null;
}

/** Deletes what a person has set up for themselves in a shop: their saved views and their digest. */
export async function deleteOwnSettings(tx: Queryable, shopId: number, staffId: number): Promise<void> {
  await deleteRows(tx, savedViews, { shopId, staffId });
  await deleteRows(tx, digestSubscriptions, { shopId, staffId });
}

export const deleteRole = (tx: Queryable, shopId: number, staffId: number) =>
  deleteRows(tx, staffRoles, { shopId, staffId });
