import { and, desc, eq, gt, lt, ne, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { RealTime } from "~/lib/clocks";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, pick } from "~db/rows.server";
import { secondFactors, sessions, shops, staffAccounts, staffRoles } from "~db/schema/shops";
import { statement } from "~db/statement.server";
import { principalShopColumns } from "./shops.repo.server";

const otherRoles = alias(staffRoles, "other_roles");

const selectSession = statement<{ tokenHash: string; now: string }>()((on, value) =>
  on
    .select({
      sessionId: sessions.id,
      startedAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      staffId: staffAccounts.id,
      staffName: staffAccounts.name,
      email: staffAccounts.email,
      role: staffRoles.role,
      contractColumns: staffAccounts.contractColumns,
      hasShortcuts: staffAccounts.hasShortcuts,
      otherShopId: otherRoles.shopId,
      requiresSecondFactor: shops.requiresSecondFactor,
      confirmedAt: secondFactors.confirmedAt,
      ...principalShopColumns,
    })
    .from(sessions)
    .innerJoin(staffAccounts, eq(staffAccounts.id, sessions.staffId))
    .innerJoin(
      staffRoles,
      and(eq(staffRoles.staffId, sessions.staffId), eq(staffRoles.shopId, sessions.shopId)),
    )
    .innerJoin(shops, eq(shops.id, sessions.shopId))
    .leftJoin(secondFactors, eq(secondFactors.staffId, sessions.staffId))
    .leftJoin(
      otherRoles,
      and(eq(otherRoles.staffId, sessions.staffId), ne(otherRoles.shopId, sessions.shopId)),
    )
    .where(and(eq(sessions.tokenHash, value("tokenHash")), gt(sessions.expiresAt, value("now"))))
    // One other shop is enough.
    .limit(1),
);

/** The staff member of a session valid at `now`, with their present role. */
export async function findSession(tokenHash: string, now: RealTime) {
  const [row] = await selectSession(db, { tokenHash, now: now.toISOString() });
  if (!row) return null;
  const { sessionId, startedAt, lastUsedAt, staffId, staffName: name, ...others } = row;
  const { email, role, contractColumns, hasShortcuts, otherShopId, ...more } = others;
  const { requiresSecondFactor, confirmedAt, ...shop } = more;
  const lacksSecondFactor = requiresSecondFactor && confirmedAt === null;
  const session = { sessionId, lastUsedAt: lastUsedAt ?? startedAt, lacksSecondFactor };
  const own = { staffId, name, email, role, contractColumns, hasShortcuts };
  return { ...session, ...own, hasOtherShops: otherShopId !== null, shop };
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

/** Notes that it is in use, and from where. */
export async function touchSession(tokenHash: string, address: string, now: RealTime): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now, address }).where(eq(sessions.tokenHash, tokenHash));
}

/** A person's sessions that are not over, the newest first. */
export const listSessions = (staffId: number, now: RealTime) =>
  db
    .select(pick(sessions, "id", "browser", "address", "createdAt", "lastUsedAt"))
    .from(sessions)
    .where(and(eq(sessions.staffId, staffId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));

const endSessions = async (on: Queryable, which: SQL | undefined, now: RealTime): Promise<number> => {
  const ended = await on.delete(sessions).where(which).returning({ expiresAt: sessions.expiresAt });
  return ended.filter(({ expiresAt }) => expiresAt > now).length;
};

/** Ends one of a person's sessions. @returns how many were not over yet: none of somebody else's id */
export const endSession = (on: Queryable, staffId: number, id: string, now: RealTime): Promise<number> =>
  endSessions(on, and(eq(sessions.staffId, staffId), eq(sessions.id, id)), now);

/**
 * Ends all sessions of a person but one. @param keptId null = none is kept
 * @returns how many were not over yet
 */
export const endOtherSessions = (
  on: Queryable,
  { staffId, keptId }: { staffId: number; keptId: string | null },
  now: RealTime,
): Promise<number> =>
  endSessions(
    on,
    and(eq(sessions.staffId, staffId), keptId === null ? undefined : ne(sessions.id, keptId)),
    now,
  );

/** Ends the sessions in which a person works in this shop. */
export const endSessionsInShop = (on: Queryable, shopId: number, staffId: number) =>
  deleteRows(on, sessions, { shopId, staffId });

export async function deleteExpiredSessions(now: RealTime): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}
