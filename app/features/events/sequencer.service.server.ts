import { RESTORE_LEAP } from "~db/schema/events";
import { inTransaction } from "~db/transaction.server";
import {
  listUnsequenced,
  lockStream,
  placeEvents,
  readSequences,
  saveLastPosition,
  saveSequences,
  wakeEndpoints,
} from "./sequencer.repo.server";

/** Events per transaction: it blocks the shop's readers for some tens of milliseconds at most. */
const BATCH = 2000;

/**
 * Gives a shop's committed events their positions in its stream, oldest first, and each its number among its contract's
 * events (wire.md §2 "Events"). Readers of the stream and deliveries call this first; concurrent calls are safe.
 *
 * Positions are given only to committed events, under the stream's lock, so events become visible in the order of their
 * positions: a transaction that commits late gets positions that no reader can have passed.
 *
 * @param now of the real clock: webhooks are woken then
 * @returns the last position, once all committed events have theirs: there no change of a contract is split. Null: more
 *   may be waiting
 */
export function sequenceEvents(shopId: number, now: Date): Promise<number | null> {
  return inTransaction(async (tx) => {
    const { lastPosition, restoredFrom } = await lockStream(tx, shopId);
    const found = await listUnsequenced(tx, shopId, BATCH);
    if (found.length === 0) return lastPosition;
    const contractIds = [...new Set(found.flatMap(({ contractId }) => contractId ?? []))].sort(
      (a, b) => a - b,
    );
    // A contract without events in the back-up may have had some since.
    const beforeFirst = restoredFrom === null ? 0 : RESTORE_LEAP;
    const sequences = await readSequences(tx, shopId, contractIds);
    const placed = found.map(({ id, contractId }, index) => {
      const position = lastPosition + index + 1;
      if (contractId === null) return { id, position, sequence: null };
      const sequence = (sequences.get(contractId) ?? beforeFirst) + 1;
      sequences.set(contractId, sequence);
      return { id, position, sequence };
    });
    await saveSequences(tx, shopId, sequences);
    await placeEvents(tx, shopId, placed);
    const last = lastPosition + placed.length;
    await saveLastPosition(tx, shopId, last);
    await wakeEndpoints(tx, shopId, now);
    return found.length < BATCH ? last : null;
  });
}

/** After a bulk change of a million contracts, one call gives places in at most so many transactions. */
const BATCHES = 5;

/**
 * The same in some transactions, for a caller that does not wait for all: the worker gives the rest their places.
 * @returns as `sequenceEvents`
 */
export async function sequenceSomeEvents(
  shopId: number,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number | null> {
  let last: number | null = null;
  for (let batch = 0; batch < BATCHES && last === null && !signal?.aborted; batch++)
    last = await sequenceEvents(shopId, clock());
  return last;
}
