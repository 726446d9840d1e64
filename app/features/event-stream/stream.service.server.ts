import type { EventStreamRow } from "~/features/events/sequencer.repo.server";
import { sequenceSomeEvents } from "~/features/events/sequencer.service.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { RESTORE_LEAP } from "~db/schema/events";
import { renderBodies } from "./event-data.service.server";
import { type EventFamily, type EventType, toWireType } from "./event-types";
import { findContractId, findStream, listEventsAfter, type StreamEvent } from "./stream.repo.server";

/** Events as JSON texts, with the id of each. */
export type WireEvent = { id: number; text: string };

/**
 * A page of a shop's stream (wire.md §6), oldest first. Everything committed before this call is in the stream.
 *
 * @param asked.after where the caller goes on: `nextAfter` or the id of the last event known to it; none = from the
 *   oldest kept
 * @param asked.contractId the wire's; a contract that the shop does not have has no events
 * @param at.now of the shop's clock, `receivedAt` of the real one
 * @returns the events, whether there are more, and `nextAfter`: up to there nothing that was asked for is left out. It
 *   moves on with the stream even if nothing in it fits the filter, so that it does not become older than what is kept
 * @throws ProblemError gone when events after `after` have been deleted, and when `after` itself was lost by a restore
 */
export async function readStream(
  shop: { id: number; storeDomain: string },
  asked: { after?: number; types?: readonly EventType[]; contractId?: number; size: number },
  at: { now: Date; receivedAt: Date },
): Promise<{ events: WireEvent[]; hasMore: boolean; nextAfter: number }> {
  await sequenceSomeEvents(shop.id, () => at.receivedAt);
  // Read before the events: of those that get a place in between, these may lack some.
  const stream = await findStream(shop.id);
  if (!stream) return { events: [], hasMore: false, nextAfter: asked.after ?? 0 };
  const deletedUpTo = toPlaceBeforeGap(stream.deletedUpTo, stream);
  if (asked.after !== undefined && asked.after < deletedUpTo)
    throw new ProblemError(
      "gone",
      `Events up to ${deletedUpTo} are no longer kept. Read the contracts anew, then go on with after=${deletedUpTo}.`,
    );
  if (asked.after !== undefined) requireNotLost(asked.after, stream);
  const after = asked.after ?? deletedUpTo;
  const end = Math.max(after, toPlaceBeforeGap(stream.lastPosition, stream));
  const contractId = asked.contractId === undefined ? null : await findContractId(shop.id, asked.contractId);
  if (asked.contractId !== undefined && contractId === null)
    return { events: [], hasMore: false, nextAfter: end };
  const found = await listEventsAfter(db, shop.id, {
    after,
    types: asked.types ?? null,
    contractId,
    limit: asked.size + 1,
  });
  const page = found.slice(0, asked.size);
  const hasMore = found.length > asked.size;
  const last = page.at(-1)?.position ?? 0;
  return {
    events: await toWireEvents(shop, stream.family, page, at.now),
    hasMore,
    nextAfter: hasMore ? last : Math.max(last, end),
  };
}

type Restored = Pick<EventStreamRow, "restoredFrom">;

/** Whether a place is one of those that a restore left out (decision 106). */
const isInGap = (place: number, restoredFrom: number): boolean =>
  place > restoredFrom && place <= restoredFrom + RESTORE_LEAP;

/** Where a reader can go on from: no event has a place in the gap, and an `after` there is refused. */
const toPlaceBeforeGap = (place: number, { restoredFrom }: Restored): number =>
  restoredFrom !== null && isInGap(place, restoredFrom) ? restoredFrom : place;

/** The caller knows events that a restored back-up lacks: they may no longer be true. */
function requireNotLost(after: number, { restoredFrom }: Restored): void {
  if (restoredFrom === null || !isInGap(after, restoredFrom)) return;
  throw new ProblemError(
    "gone",
    `The data were restored from a back-up: events after ${restoredFrom} were lost. Read the contracts anew, then go on with after=${restoredFrom}.`,
  );
}

/** These events as the stream returns them and webhooks send them: always the same text. */
export async function toWireEvents(
  shop: { id: number; storeDomain: string },
  family: EventFamily,
  events: readonly StreamEvent[],
  now: Date,
): Promise<WireEvent[]> {
  const bodies = await renderBodies(shop, events, now);
  return events.map(({ id, position, sequence, type, timestamp }) => {
    const head = JSON.stringify({ id: position, type: toWireType(type, family), timestamp, sequence });
    return { id: position, text: `${head.slice(0, -1)},"data":${bodies.get(id) ?? "{}"}}` };
  });
}
