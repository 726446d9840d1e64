import { and, eq, lt } from "drizzle-orm";
import type { RepeatableCall } from "~/access/idempotent-calls.repo.server";
import { DAY_MS } from "~/lib/days";
import type { Queryable } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { idempotencyKeys } from "~db/schema/idempotency-keys";

const KEPT_DAYS = 30;

/** What the call made; null when its key is new. */
export const findMade = (on: Queryable, shopId: number, { key }: RepeatableCall) =>
  findRow(on, idempotencyKeys, { shopId, key });

/**
 * Take the key for this transaction; another that has it is waited for. Old keys of the shop go.
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

/** What the key's call has made. */
export async function recordMade(
  tx: Queryable,
  shopId: number,
  { key }: RepeatableCall,
  madeId: number,
): Promise<void> {
  await updateRows(tx, idempotencyKeys, { shopId, key }, { madeId });
}
