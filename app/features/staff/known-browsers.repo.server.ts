import { and, eq, gt, lt } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { knownBrowsers, staffAccounts } from "~db/schema/shops";

/** Whether the account of this e-mail (lower case) has been signed in to from the browser with this token. */
export async function isKnownBrowser(tokenHash: string, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ staffId: knownBrowsers.staffId })
    .from(knownBrowsers)
    .innerJoin(staffAccounts, eq(staffAccounts.id, knownBrowsers.staffId))
    .where(
      and(
        eq(knownBrowsers.tokenHash, tokenHash),
        eq(staffAccounts.email, email),
        gt(knownBrowsers.expiresAt, now),
      ),
    );
  return rows.length > 0;
}

export async function insertKnownBrowser(
  on: Queryable,
  row: typeof knownBrowsers.$inferInsert,
): Promise<void> {
  await on.insert(knownBrowsers).values(row);
}

export async function deleteExpiredBrowsers(now: Date): Promise<void> {
  await db.delete(knownBrowsers).where(lt(knownBrowsers.expiresAt, now));
}
