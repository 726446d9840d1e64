import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { db, type Queryable } from "~db/client.server";
import { findRow } from "~db/rows.server";
import { idempotentCalls } from "~db/schema/idempotent-calls";

/** A call that may be repeated. @field fingerprint the same in every repeat */
export type RepeatableCall = { key: string; fingerprint: string; at: Date };
/** The request that carries a call out. */
export type Claim = { shopId: number; key: string; claim: string };
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** After this time a key is free again (docs/wire.md §1). */
const KEPT_MS = 86_400_000;
/** A request that has committed nothing, or has not stored its answer, for this long counts as dead. */
export const GIVEN_UP_AFTER_MS = 60_000;

const isClaim = ({ shopId, key, claim }: Claim) =>
  and(eq(idempotentCalls.shopId, shopId), eq(idempotentCalls.key, key), eq(idempotentCalls.claim, claim));

/**
 * Claims a call: it is new, or has expired, or its earlier request died before anything was committed. @returns false
 * when another request has it
 */
export async function claimCall(
  { shopId, key, claim }: Claim,
  { fingerprint, at }: RepeatableCall,
): Promise<boolean> {
  const noAnswer = { status: null, headers: null, body: null, sealed: null };
  const fresh = { claim, fingerprint, claimedAt: at, doneAt: null, ...noAnswer };
  const givenUp = new Date(at.getTime() - GIVEN_UP_AFTER_MS);
  // A claim dated later than this was made before the clock was set back.
  const ahead = new Date(at.getTime() + GIVEN_UP_AFTER_MS);
  const result = await db
    .insert(idempotentCalls)
    .values({ shopId, key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotentCalls.shopId, idempotentCalls.key],
      set: fresh,
      setWhere: sql`${lt(idempotentCalls.claimedAt, new Date(at.getTime() - KEPT_MS))}
        or (${idempotentCalls.doneAt} is null and ${idempotentCalls.status} is null
          and (${lt(idempotentCalls.claimedAt, givenUp)} or ${gt(idempotentCalls.claimedAt, ahead)}) and ${eq(idempotentCalls.fingerprint, fingerprint)})`,
    });
  return result.count === 1;
}

export const findCall = (shopId: number, key: string) => findRow(db, idempotentCalls, { shopId, key });

/** In the transaction that carries the call out. @returns false when another request has taken it over meanwhile */
export async function markDone(tx: Queryable, claim: Claim, now: Date): Promise<boolean> {
  const result = await tx.update(idempotentCalls).set({ doneAt: now }).where(isClaim(claim));
  return result.count === 1;
}

export async function keepAnswer(claim: Claim, answer: KeptAnswer): Promise<void> {
  await db.update(idempotentCalls).set(answer).where(isClaim(claim));
}

/**
 * Keeps an answer that nobody may read in the database. A process of a release before 0098 finds a call that is done and
 * has no answer.
 */
export async function keepSealedAnswer(claim: Claim, sealed: string): Promise<void> {
  const doneAt = sql`coalesce(${idempotentCalls.doneAt}, ${idempotentCalls.claimedAt})`;
  await db.update(idempotentCalls).set({ sealed, doneAt }).where(isClaim(claim));
}

/** Releases a call that failed, so that it may be repeated at once. One that has committed something stays claimed. */
export async function releaseCall(claim: Claim): Promise<void> {
  await db.delete(idempotentCalls).where(and(isClaim(claim), isNull(idempotentCalls.doneAt)));
}

/** Those of these shops that have expired calls: a query across shops, for the job. */
export async function listShopsWithOldCalls(
  shopIds: readonly number[],
  now: Date,
): Promise<{ id: number }[]> {
  const before = new Date(now.getTime() - KEPT_MS);
  return db.execute<{ id: number }>(sql`
    select distinct c.shop_id as id from unnest(${bigints(shopIds)}) s (id)
    join idempotent_calls c on c.shop_id = s.id and c.claimed_at < ${before.toISOString()}::timestamptz`);
}

/** Deletes a shop's expired calls. */
export async function deleteOldCalls(shopId: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db
    .delete(idempotentCalls)
    .where(and(eq(idempotentCalls.shopId, shopId), lt(idempotentCalls.claimedAt, before)));
}
