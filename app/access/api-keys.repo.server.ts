import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { principalShopColumns } from "~/access/shops.repo.server";
import { db, type Queryable } from "~db/client.server";
import { countRows, isRow, updateRows } from "~db/rows.server";
import { apiKeys, shops } from "~db/schema/shops";

/** The key with its shop, unless revoked or expired at `now`. */
export async function findLiveApiKey(shopId: number, hash: string, now: Date) {
  const rows = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scope: apiKeys.scope,
      lastUsedAt: apiKeys.lastUsedAt,
      expiresAt: apiKeys.expiresAt,
      shop: principalShopColumns,
      rate: { ratePerSecond: shops.ratePerSecond, rateBurst: shops.rateBurst },
    })
    .from(apiKeys)
    .innerJoin(shops, eq(shops.id, apiKeys.shopId))
    .where(
      and(
        isRow(apiKeys, { shopId, hash, revokedAt: null }),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    );
  return rows[0] ?? null;
}

export const setLastUsed = (shopId: number, id: number, now: Date) =>
  updateRows(db, apiKeys, { shopId, id }, { lastUsedAt: now });

export function listApiKeys(shopId: number) {
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.shopId, shopId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export const countLiveApiKeys = (on: Queryable, shopId: number): Promise<number> =>
  countRows(on, apiKeys, { shopId, revokedAt: null });

export async function insertApiKey(on: Queryable, row: typeof apiKeys.$inferInsert): Promise<number> {
  const rows = await on.insert(apiKeys).values(row).returning({ id: apiKeys.id });
  const inserted = rows[0];
  if (!inserted) throw new Error("insert of an API key returned no row");
  return inserted.id;
}

/** Revoke; null when the shop has no such live key. */
export async function revokeApiKey(on: Queryable, shopId: number, id: number, now: Date) {
  const rows = await on
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(isRow(apiKeys, { shopId, id, revokedAt: null }))
    .returning({ name: apiKeys.name, hash: apiKeys.hash });
  return rows[0] ?? null;
}

/** Serialises what is counted and limited per shop (at most 10 keys) until the transaction ends. */
export async function lockShopKeys(on: Queryable, shopId: number): Promise<void> {
  await on.execute(sql`select pg_advisory_xact_lock(hashtextextended('api-keys', ${shopId}))`);
}
