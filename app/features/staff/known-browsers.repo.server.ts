import { and, eq, gt, lt } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { deleteRows } from "~db/rows.server";
import { knownBrowsers, staffAccounts } from "~db/schema/shops";

/** E-mail (lower case) of the account that a token belongs to; null when unknown or expired. */
export async function findKnownEmail(tokenHash: string, now: Date): Promise<string | null> {
  const rows = await db
    .select({ email: staffAccounts.email })
    .from(knownBrowsers)
    .innerJoin(staffAccounts, eq(staffAccounts.id, knownBrowsers.staffId))
    .where(and(eq(knownBrowsers.tokenHash, tokenHash), gt(knownBrowsers.expiresAt, now)));
  return rows[0]?.email ?? null;
}

export async function insertKnownBrowser(
  on: Queryable,
  row: typeof knownBrowsers.$inferInsert,
): Promise<void> {
  await on.insert(knownBrowsers).values(row);
}

/** @returns false when it was already used up */
export async function deleteKnownBrowser(on: Queryable, tokenHash: string): Promise<boolean> {
  const rows = await on
    .delete(knownBrowsers)
    .where(eq(knownBrowsers.tokenHash, tokenHash))
    .returning({ staffId: knownBrowsers.staffId });
  return rows.length > 0;
}

/** Forgets all browsers and mailed links of an account. */
export const deleteKnownBrowsersOf = (on: Queryable, staffId: number) =>
  deleteRows(on, knownBrowsers, { staffId });

export async function deleteExpiredBrowsers(now: Date): Promise<void> {
  await db.delete(knownBrowsers).where(lt(knownBrowsers.expiresAt, now));
}
