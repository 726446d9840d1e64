import { and, eq, gt, lt } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, insertRow } from "~db/rows.server";
import { passwordResets, staffAccounts } from "~db/schema/shops";

export const insertReset = (on: Queryable, row: typeof passwordResets.$inferInsert) =>
  insertRow(on, passwordResets, row);

/** The account of a link; null when it is unknown, used or expired. */
export async function findReset(tokenHash: string, now: Date, on: Queryable = db) {
  const rows = await on
    .select({ staffId: staffAccounts.id, email: staffAccounts.email, name: staffAccounts.name })
    .from(passwordResets)
    .innerJoin(staffAccounts, eq(staffAccounts.id, passwordResets.staffId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)));
  return rows[0] ?? null;
}

/** Deletes one link. @returns 0 when it was used already */
export const deleteReset = (on: Queryable, tokenHash: string) =>
  deleteRows(on, passwordResets, { tokenHash });

/** Deletes all links of an account. */
export const deleteResetsOf = (on: Queryable, staffId: number) => deleteRows(on, passwordResets, { staffId });

export async function deleteExpiredResets(now: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
}
