import { and, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { RealTime } from "~/lib/clocks";
import { db, type Queryable } from "~db/client.server";
import { isRow, updateRows } from "~db/rows.server";
import { apiKeys, shops } from "~db/schema/shops";
import { toStoredHash } from "./api-key";
import { principalShopColumns } from "./shops.repo.server";

const notExpired = (now: RealTime) => or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));

/** The key with its shop, unless revoked or expired at `now`. */
export async function findLiveApiKey(shopId: number, hash: string, now: RealTime) {
  const rows = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scope: apiKeys.scope,
      areas: apiKeys.areas,
      addresses: apiKeys.addresses,
      lastUsedAt: apiKeys.lastUsedAt,
      expiresAt: apiKeys.expiresAt,
      shop: principalShopColumns,
      rate: { ratePerSecond: shops.ratePerSecond, rateBurst: shops.rateBurst },
    })
    .from(apiKeys)
    .innerJoin(shops, eq(shops.id, apiKeys.shopId))
    .where(
      and(
        isRow(apiKeys, { shopId, hash: [hash, toStoredHash(hash, true)], revokedAt: null }),
        notExpired(now),
      ),
    );
  return rows[0] ?? null;
}

export const setLastUsed = (shopId: number, id: number, now: RealTime) =>
  updateRows(db, apiKeys, { shopId, id }, { lastUsedAt: now });

export function listApiKeys(shopId: number) {
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.shopId, shopId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** Number of valid keys: those not replaced (null), or those replaced by this one. */
export async function countLiveApiKeys(
  on: Queryable,
  key: { shopId: number; replacedBy: number | null },
  now: RealTime,
): Promise<number> {
  const rows = await on
    .select({ keys: count() })
    .from(apiKeys)
    .where(and(isRow(apiKeys, { ...key, revokedAt: null }), notExpired(now)));
  return rows[0]?.keys ?? 0;
}

/** A valid key, or null; locked until the transaction ends. */
export async function lockLiveApiKey(tx: Queryable, shopId: number, id: number, now: RealTime) {
  const rows = await tx
    .select()
    .from(apiKeys)
    .where(and(isRow(apiKeys, { shopId, id, revokedAt: null }), notExpired(now)))
    .for("update");
  return rows[0] ?? null;
}

/** Replaces a key by another; it expires at that instant. */
export const replaceApiKey = (
  tx: Queryable,
  shopId: number,
  id: number,
  change: { replacedBy: number; expiresAt: Date },
) => updateRows(tx, apiKeys, { shopId, id }, change);

export async function insertApiKey(on: Queryable, row: typeof apiKeys.$inferInsert): Promise<number> {
  const rows = await on.insert(apiKeys).values(row).returning({ id: apiKeys.id });
  const inserted = rows[0];
  if (!inserted) throw new Error("insert of an API key returned no row");
  return inserted.id;
}

/** Revokes a key; null when the shop has no such live key. */
export async function revokeApiKey(on: Queryable, shopId: number, id: number, now: RealTime) {
  const rows = await on
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(isRow(apiKeys, { shopId, id, revokedAt: null }))
    .returning({ name: apiKeys.name, hint: apiKeys.hint, hash: apiKeys.hash });
  return rows[0] ?? null;
}

/** Serialises changes that are limited per shop (at most 10 keys) until the transaction ends. */
export async function lockShopKeys(on: Queryable, shopId: number): Promise<void> {
  await on.execute(sql`select pg_advisory_xact_lock(hashtextextended('api-keys', ${shopId}))`);
}
