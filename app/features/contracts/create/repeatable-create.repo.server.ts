import { and, eq, lt } from "drizzle-orm";
import type { RepeatableCall } from "~/access/idempotent-calls.repo.server";
import { DAY_MS } from "~/lib/days";
import type { Queryable } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { idempotencyKeys } from "~db/schema/idempotency-keys";

const KEPT_DAYS = 30;

/** What the call created; null when its key is new. */
export const findMade = (on: Queryable, shopId: number, { key }: RepeatableCall) =>
  findRow(on, idempotencyKeys, { shopId, key });

/**
 * Takes the key for this transaction, waiting for another transaction that holds it. Deletes the shop's old keys.
 *
 * @returns false when it is taken
 */
export async function takeKey(
  tx: Queryable,
  shopId: number,
  { key, fingerprint, at }: RepeatableCall,
): Promise<boolean> {
  const oldest = new Date(at.getTime() - KEPT_DAYS * DAY_MS);
  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.shopId, shopId), lt(idempotencyKeys.createdAt, oldest)));
  const result = await tx
    .insert(idempotencyKeys)
    .values({ shopId, key, fingerprint, createdAt: at })
    .onConflictDoNothing();
  return result.count === 1;
}

/** Stores what the key's call has created. */
export async function recordMade(
  tx: Queryable,
  shopId: number,
  { key }: RepeatableCall,
  madeId: number,
): Promise<void> {
  await updateRows(tx, idempotencyKeys, { shopId, key }, { madeId });
}
