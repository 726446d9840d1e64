import {
  deleteEventsUpTo,
  findFirstPositionWrittenSince,
  findStream,
} from "~/features/event-stream/stream.repo.server";
import { lockStream } from "~/features/events/sequencer.repo.server";
import {
  countEvents,
  deleteOldDeliveries,
  releaseFirstPending,
} from "~/features/webhooks/records/deliveries.repo.server";
import {
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
} from "~/features/webhooks/records/endpoints.repo.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { noteLostEvents } from "./lost-events.service.server";

/** wire.md §6: nothing is deleted before 30 days. */
const KEPT_MS = 35 * DAY_MS;
const BATCH = 5000;

/** Deletes a shop's events and deliveries older than 35 days by the real clock, in short transactions. */
export async function deleteOldEventsOf(shopId: number, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  while (!signal.aborted && (await deleteSomeDeliveries(shopId, before, now)) === BATCH);
  const stream = await findStream(shopId);
  if (!stream) return;
  const first = await findFirstPositionWrittenSince(db, shopId, {
    after: stream.deletedUpTo,
    since: before,
  });
  const upTo = first === null ? stream.lastPosition : first - 1;
  for (let deleted = stream.deletedUpTo; deleted < upTo && !signal.aborted; )
    deleted = await inTransaction(async (tx) => {
      // A reader that arrives now waits, and then finds that they are deleted.
      const { deletedUpTo } = await lockStream(tx, shopId);
      if (deleted === stream.deletedUpTo) await noteUnsent(tx, shopId, upTo, now);
      return deletedUpTo >= upTo ? upTo : deleteEventsUpTo(tx, shopId, deletedUpTo, upTo, BATCH);
    });
}

/**
 * Deletes old deliveries; those that waited behind a deleted one become due. For a deleted endpoint no lost events are
 * recorded.
 *
 * @returns how many are deleted
 */
const deleteSomeDeliveries = (shopId: number, before: Date, now: Date): Promise<number> =>
  inTransaction(async (tx) => {
    const { count, lost } = await deleteOldDeliveries(tx, shopId, before, BATCH);
    const present = new Set(lost.length > 0 ? (await listEndpoints(shopId, tx)).map(({ id }) => id) : []);
    for (const { endpointId, pending, contractIds } of lost) {
      if (!present.has(endpointId)) continue;
      await releaseFirstPending(tx, { shopId, id: endpointId }, contractIds, now);
      await noteLostEvents(tx, { shopId, id: endpointId }, pending, now);
    }
    return count;
  });

/**
 * For endpoints that have failed, or were off, for so long that no deliveries of these events were created: records the
 * lost events. For one that is off this happens when it is switched on.
 */
async function noteUnsent(tx: Transaction, shopId: number, upTo: number, now: Date): Promise<void> {
  for (const { id, cursor } of await listEndpoints(shopId, tx)) {
    const endpoint = cursor < upTo ? await lockEndpoint(tx, shopId, id) : null;
    if (!endpoint) continue;
    const count = await countEvents(tx, endpoint, upTo);
    const isOn = endpoint.state === "ON";
    if (isOn) await noteLostEvents(tx, endpoint, count, now);
    const missed = isOn ? endpoint.missed : endpoint.missed + count;
    // The cursor passes what is counted: a run that continues an interrupted one counts none of it again.
    await updateEndpoint(tx, endpoint, { cursor: upTo, missed });
  }
}
