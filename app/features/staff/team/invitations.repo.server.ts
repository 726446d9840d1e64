import { and, asc, count, eq, gt } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, isRow, pick } from "~db/rows.server";
import { staffInvitations } from "~db/schema/shops";

/** One per address: a new one replaces it, and only its link is valid. */
export async function saveInvitation(
  tx: Queryable,
  row: typeof staffInvitations.$inferInsert,
): Promise<void> {
  const { shopId: _shop, email: _email, ...fields } = row;
  const target = [staffInvitations.shopId, staffInvitations.email];
  await tx.insert(staffInvitations).values(row).onConflictDoUpdate({ target, set: fields });
}

/** Without the data of their links. */
export const listInvitations = (shopId: number) =>
  db
    .select(pick(staffInvitations, "email", "role", "invitedBy", "createdAt", "expiresAt"))
    .from(staffInvitations)
    .where(eq(staffInvitations.shopId, shopId))
    .orderBy(asc(staffInvitations.email));

/** How many invitations are open; the shop's limit counts them. */
export async function countOpenInvitations(tx: Queryable, shopId: number, now: Date): Promise<number> {
  const rows = await tx
    .select({ rows: count() })
    .from(staffInvitations)
    .where(and(eq(staffInvitations.shopId, shopId), gt(staffInvitations.expiresAt, now)));
  return rows[0]?.rows ?? 0;
}

/** Null when it is unknown, withdrawn, answered or expired. */
export async function findInvitation(shopId: number, tokenHash: string, now: Date, on: Queryable = db) {
  const rows = await on
    .select()
    .from(staffInvitations)
    .where(and(isRow(staffInvitations, { shopId, tokenHash }), gt(staffInvitations.expiresAt, now)));
  return rows[0] ?? null;
}

/** @returns how many there were */
export const deleteInvitation = (tx: Queryable, shopId: number, email: string) =>
  deleteRows(tx, staffInvitations, { shopId, email });

/** Deletes the invitations that a person has sent. @returns to whom */
export const deleteInvitationsBy = (tx: Queryable, shopId: number, invitedById: number) =>
  tx
    .delete(staffInvitations)
    .where(isRow(staffInvitations, { shopId, invitedById }))
    .returning({ email: staffInvitations.email });
