import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { findRow } from "~db/rows.server";
import { idempotentCalls } from "~db/schema/idempotent-calls";

/** A call that may be sent again. @field fingerprint what it must then be the same as */
export type RepeatableCall = { key: string; fingerprint: string; at: Date };
/** Which request carries a call out. */
export type Claim = { shopId: number; key: string; claim: string };
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** A key is free again after so long (docs/wire.md §1). */
const KEPT_MS = 86_400_000;
/** A request that has committed nothing, or has not kept its answer, for so long is taken for dead. */
export const GIVEN_UP_AFTER_MS = 60_000;

const isClaim = ({ shopId, key, claim }: Claim) =>
  and(eq(idempotentCalls.shopId, shopId), eq(idempotentCalls.key, key), eq(idempotentCalls.claim, claim));

/** Take a call on: it is new, or kept no longer, or whoever had it died before anything was committed. @returns false when somebody has it */
export async function claimCall(
  { shopId, key, claim }: Claim,
  { fingerprint, at }: RepeatableCall,
): Promise<boolean> {
  const fresh = { claim, fingerprint, claimedAt: at, doneAt: null, status: null, headers: null, body: null };
  const givenUp = new Date(at.getTime() - GIVEN_UP_AFTER_MS);
  // Before the clock was set back.
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

/** A call that has come to nothing may be sent again at once. One that has committed something stays. */
export async function releaseCall(claim: Claim): Promise<void> {
  await db.delete(idempotentCalls).where(and(isClaim(claim), isNull(idempotentCalls.doneAt)));
}

/** Delete a shop's calls that are kept no longer. */
export async function deleteOldCalls(shopId: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db
    .delete(idempotentCalls)
    .where(and(eq(idempotentCalls.shopId, shopId), lt(idempotentCalls.claimedAt, before)));
}
