import { and, eq, gt, lt } from "drizzle-orm";
import { principalShopColumns } from "~/access/shops.repo.server";
import { db, type Queryable } from "~db/client.server";
import { sessions, shops, staffAccounts, staffRoles } from "~db/schema/shops";
import { statement } from "~db/statement.server";

const selectSession = statement<{ tokenHash: string; now: string }>()((on, value) =>
  on
    .select({
      staffId: staffAccounts.id,
      staffName: staffAccounts.name,
      email: staffAccounts.email,
      role: staffRoles.role,
      contractColumns: staffAccounts.contractColumns,
      hasShortcuts: staffAccounts.hasShortcuts,
      ...principalShopColumns,
    })
    .from(sessions)
    .innerJoin(staffAccounts, eq(staffAccounts.id, sessions.staffId))
    .innerJoin(
      staffRoles,
      and(eq(staffRoles.staffId, sessions.staffId), eq(staffRoles.shopId, sessions.shopId)),
    )
    .innerJoin(shops, eq(shops.id, sessions.shopId))
    .where(and(eq(sessions.tokenHash, value("tokenHash")), gt(sessions.expiresAt, value("now")))),
);

/** The staff member of a session valid at `now`, with their present role. */
export async function findSession(tokenHash: string, now: Date) {
  const [row] = await selectSession(db, { tokenHash, now: now.toISOString() });
  if (!row) return null;
  const { staffId, staffName: name, email, role, contractColumns, hasShortcuts, ...shop } = row;
  return { staffId, name, email, role, contractColumns, hasShortcuts, shop };
}

export async function insertSession(on: Queryable, row: typeof sessions.$inferInsert): Promise<void> {
  await on.insert(sessions).values(row);
}

/** The shop a session works in from now on. */
export async function setSessionShop(tokenHash: string, shopId: number): Promise<void> {
  await db.update(sessions).set({ shopId }).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteExpiredSessions(now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}
