import {
  listUnsequenced,
  lockStream,
  placeEvents,
  readSequences,
  saveLastPosition,
  saveSequences,
  wakeEndpoints,
} from "~/features/events/sequencer.repo.server";
import { inTransaction } from "~db/transaction.server";

/** Events of one transaction: it holds up the shop's readers for some tens of milliseconds at most. */
const BATCH = 2000;

/**
 * Give a shop's committed events their places in its stream, oldest first, and each its number among its contract's
 * (wire.md §2 "Events"). Whoever reads the stream or delivers from it calls this first; many may at once.
 *
 * A transaction that commits late gets a later position than those that a reader may have passed: positions are given to
 * what is committed, under the stream's lock, so they become visible in their order.
 *
 * @param now of the real clock: webhooks are woken then
 * @returns whether more may be waiting
 */
export function sequenceEvents(shopId: number, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const { lastPosition } = await lockStream(tx, shopId);
    const found = await listUnsequenced(tx, shopId, BATCH);
    if (found.length === 0) return false;
    const contractIds = [...new Set(found.flatMap(({ contractId }) => contractId ?? []))].sort(
      (a, b) => a - b,
    );
    const sequences = await readSequences(tx, shopId, contractIds);
    const placed = found.map(({ id, contractId }, index) => {
      const position = lastPosition + index + 1;
      if (contractId === null) return { id, position, sequence: null };
      const sequence = (sequences.get(contractId) ?? 0) + 1;
      sequences.set(contractId, sequence);
      return { id, position, sequence };
    });
    await saveSequences(tx, shopId, sequences);
    await placeEvents(tx, shopId, placed);
    await saveLastPosition(tx, shopId, lastPosition + placed.length);
    await wakeEndpoints(tx, shopId, now);
    return found.length === BATCH;
  });
}
