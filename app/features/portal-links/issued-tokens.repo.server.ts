import { and, desc, gt, isNull, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { portalTokens } from "~db/schema/portal-access";

/** A customer's tokens, sessions too: those that still open something, then the others, each newest first. */
export function listTokensLiveFirst(shopId: number, customerId: number, limit: number, now: Date) {
  const isLive = and(
    gt(portalTokens.expiresAt, now),
    isNull(portalTokens.revokedAt),
    isNull(portalTokens.usedAt),
  );
  return db
    .select()
    .from(portalTokens)
    .where(isRow(portalTokens, { shopId, customerId }))
    .orderBy(desc(sql`(${isLive})`), desc(portalTokens.createdAt), desc(portalTokens.id))
    .limit(limit);
}

/** @returns whether it was live until now */
export async function setTokenRevoked(
  on: Queryable,
  shopId: number,
  customerId: number,
  tokenId: string,
  now: Date,
): Promise<boolean> {
  const rows = await on
    .update(portalTokens)
    .set({ revokedAt: now })
    .where(
      and(
        isRow(portalTokens, { shopId, id: tokenId, customerId, revokedAt: null }),
        gt(portalTokens.expiresAt, now),
      ),
    )
    .returning({ id: portalTokens.id });
  return rows.length === 1;
}

/** Revokes all of a customer's tokens that still work. @returns their ids */
export async function setAllTokensRevoked(
  on: Queryable,
  shopId: number,
  customerId: number,
  now: Date,
): Promise<string[]> {
  const rows = await on
    .update(portalTokens)
    .set({ revokedAt: now })
    .where(and(isRow(portalTokens, { shopId, customerId, revokedAt: null }), gt(portalTokens.expiresAt, now)))
    .returning({ id: portalTokens.id });
  return rows.map(({ id }) => id);
}
