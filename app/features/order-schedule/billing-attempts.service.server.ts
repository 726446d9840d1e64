import { randomUUID } from "node:crypto";
import { db, type Queryable } from "~db/client.server";
import { findEndOfRange } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import { inTransaction } from "~db/transaction.server";
import {
  type ContractSelection,
  insertFewAttempts,
  insertQueuedAttempts,
  lockContractsToTopUp,
  type NewQueuedAttempt,
} from "./billing-attempts.repo.server";
import { planUpcomingDates, UPCOMING_ATTEMPTS } from "./upcoming-attempts";

type ShopClock = { id: number; timeZone: string };

/** Contracts per batch: about 15,000 attempts at most, so memory does not grow with the shop. */
const BATCH_SIZE = 5000;

/**
 * Gives ACTIVE contracts their upcoming orders: at least three QUEUED attempts each, in the shop's time zone, within
 * `endsAt` and `maxCycles`. Within the caller's transaction. Safe to repeat and to run concurrently, since slots are
 * unique per contract.
 *
 * @param contracts our contract ids, or "all" of the shop
 * @returns how many attempts were added
 */
export async function topUpAttempts(
  tx: Queryable,
  shop: ShopClock,
  contracts: readonly number[] | "all",
  now: Date,
): Promise<number> {
  let added = 0;
  if (contracts === "all") {
    for await (const range of contractRanges(tx, shop.id))
      added += await topUpSelection(tx, shop, range, now);
    return added;
  }
  const ids = contracts.toSorted((a, b) => a - b);
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    added += await topUpSelection(tx, shop, { ids: ids.slice(from, from + BATCH_SIZE) }, now);
  return added;
}

/** The same for one contract, whose row the caller's transaction has locked. */
export async function topUpContract(tx: Queryable, shop: ShopClock, id: number, now: Date): Promise<void> {
  const attempts = await planSelection(tx, shop, { ids: [id] }, now, true);
  await insertFewAttempts(tx, shop.id, attempts, now);
}

/** The same for a whole shop, one short transaction per batch: for the job, so that it holds no lock for long. */
export async function topUpShop(shop: ShopClock, now: Date): Promise<number> {
  let added = 0;
  for await (const range of contractRanges(db, shop.id))
    added += await inTransaction((tx) => topUpSelection(tx, shop, range, now));
  return added;
}

async function* contractRanges(on: Queryable, shopId: number) {
  for (let afterId = 0; ; ) {
    const uptoId = await findEndOfRange(
      on,
      contracts,
      contracts.id,
      { shopId },
      { after: afterId, size: BATCH_SIZE },
    );
    if (uptoId === null) return;
    yield { afterId, uptoId };
    afterId = uptoId;
  }
}

async function topUpSelection(
  tx: Queryable,
  shop: ShopClock,
  selection: ContractSelection,
  now: Date,
): Promise<number> {
  return insertQueuedAttempts(tx, shop.id, await planSelection(tx, shop, selection, now, false), now);
}

async function planSelection(
  tx: Queryable,
  shop: ShopClock,
  selection: ContractSelection,
  now: Date,
  isLocked: boolean,
): Promise<NewQueuedAttempt[]> {
  const wanted = UPCOMING_ATTEMPTS;
  const contracts = await lockContractsToTopUp(tx, shop.id, selection, { now, wanted, isLocked });
  return contracts.flatMap((contract) =>
    planUpcomingDates(contract, shop.timeZone, now).map((billingDate) => ({
      contractId: contract.id,
      billingDate,
      idempotencyKey: randomUUID(),
    })),
  );
}
