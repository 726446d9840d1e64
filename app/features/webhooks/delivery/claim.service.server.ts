import { findStream } from "~/features/event-stream/stream.repo.server";
import {
  addDeliveries,
  type DeliveryRow,
  findNextTry,
  holdBehindOlder,
  listDue,
  listPlacesAfter,
  pullReplayed,
  releaseFirstPending,
} from "~/features/webhooks/records/deliveries.repo.server";
import {
  type EndpointPlace,
  type EndpointRow,
  lockEndpoint,
  updateEndpoint,
} from "~/features/webhooks/records/endpoints.repo.server";
import { inTransaction, type Transaction } from "~db/transaction.server";

/** Messages of one round, all sent at once. */
const ROUND = 50;
/** Events read at a time: an endpoint may want few of them. */
const PLACES = 1000;
/** Longer than a round can take, including an answer after ten seconds. */
export const LEASE_MS = 30_000;

export type Claim = { endpoint: EndpointRow; deliveries: DeliveryRow[] };

/**
 * Claims an endpoint, and what is to be sent to it now. Until the lease has expired nobody else sends to it, so that
 * the deliveries of a contract never overtake each other.
 *
 * @returns null when there is nothing to do, or another process has it; no deliveries when there may be more events to
 *   plan
 */
export function claimRound(place: EndpointPlace, owner: string, now: Date): Promise<Claim | null> {
  return inTransaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, place.shopId, place.id);
    if (endpoint?.state !== "ON") return null;
    const isTaken = endpoint.leaseUntil !== null && endpoint.leaseUntil > now;
    if (isTaken && endpoint.leaseOwner !== owner) return null;
    const isFailing = endpoint.failedRounds > 0;
    const isPaused = isFailing && endpoint.pausedUntil !== null && endpoint.pausedUntil > now;
    const lastPosition = (await findStream(place.shopId, tx))?.lastPosition ?? 0;
    const ready = isPaused ? [] : await listReady(tx, place, isFailing, now);
    let { cursor } = endpoint;
    // While it fails, one event that has not been tried is enough to see whether it has recovered.
    const isShort = isFailing ? !ready.some(({ attempts }) => attempts === 0) : ready.length < ROUND;
    if (!isPaused && isShort && cursor < lastPosition) cursor = await plan(tx, endpoint, now);
    const deliveries = cursor === endpoint.cursor ? ready : await listReady(tx, place, isFailing, now);
    const hasMore = cursor < lastPosition;
    if (deliveries.length > 0 || (hasMore && !isPaused)) {
      const leaseUntil = new Date(now.getTime() + LEASE_MS);
      await updateEndpoint(tx, place, { cursor, leaseOwner: owner, leaseUntil, wakeAt: now });
      return { endpoint: { ...endpoint, cursor }, deliveries };
    }
    const nextTry = await findNextTry(tx, place);
    const wakeAt = hasMore
      ? (endpoint.pausedUntil ?? now)
      : toLater(nextTry, isFailing ? endpoint.pausedUntil : null);
    await updateEndpoint(tx, place, { cursor, wakeAt, leaseOwner: null, leaseUntil: null });
    return null;
  });
}

const toLater = (at: Date | null, pausedUntil: Date | null): Date | null =>
  at !== null && pausedUntil !== null && pausedUntil > at ? pausedUntil : at;

/**
 * For a failing endpoint: one delivery that was tried before and one that was not, so that a single bad event does not
 * make a healthy endpoint look broken.
 */
async function listReady(
  tx: Transaction,
  place: EndpointPlace,
  isFailing: boolean,
  now: Date,
): Promise<DeliveryRow[]> {
  if (!isFailing) return listDue(tx, place, { now, limit: ROUND, which: "all" });
  const tried = await listDue(tx, place, { now, limit: 1, which: "tried" });
  const fresh = await listDue(tx, place, { now, limit: 1, which: "fresh" });
  return [...tried, ...fresh];
}

/** Creates the deliveries of the stream's next events. @returns the position up to which they are created */
async function plan(tx: Transaction, endpoint: EndpointRow, now: Date): Promise<number> {
  const places = await listPlacesAfter(tx, endpoint.shopId, endpoint.cursor, PLACES);
  const { types } = endpoint;
  const wanted = types.length === 0 ? places : places.filter(({ type }) => types.includes(type));
  const contractIds = [...new Set(wanted.flatMap(({ contractId }) => contractId ?? []))];
  await addDeliveries(tx, endpoint, wanted, now);
  if (endpoint.cursor < endpoint.replayUntil) {
    await holdBehindOlder(tx, endpoint, contractIds);
    await pullReplayed(tx, endpoint, wanted, now);
  }
  await releaseFirstPending(tx, endpoint, contractIds, now);
  return places.at(-1)?.position ?? endpoint.cursor;
}
