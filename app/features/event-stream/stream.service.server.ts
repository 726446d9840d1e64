import { renderBodies } from "~/features/event-stream/event-data.service.server";
import { type EventFamily, type EventType, toWireType } from "~/features/event-stream/event-types";
import {
  findContractId,
  findStream,
  listEventsAfter,
  type StreamEvent,
} from "~/features/event-stream/stream.repo.server";
import type { EventStreamRow } from "~/features/events/sequencer.repo.server";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { RESTORE_LEAP } from "~db/schema/events";

/**
 * After a bulk change of a million contracts, a reader sequences at most this many batches; the worker does the rest.
 */
const BATCHES = 5;

/** Events as JSON texts, with the id of each. */
export type WireEvent = { id: number; text: string };

/**
 * A page of a shop's stream (wire.md §6), oldest first. Everything committed before this call is in the stream.
 *
 * @param asked.after id of the last event known to the caller; none = from the oldest kept
 * @param asked.contractId the wire's; a contract that the shop does not have has no events
 * @param at.now of the shop's clock, `receivedAt` of the real one
 * @returns the events, and whether there are more
 * @throws ProblemError gone when events after `after` have been deleted, and when `after` itself was lost by a restore
 */
export async function readStream(
  shop: { id: number; storeDomain: string },
  asked: { after?: number; types?: readonly EventType[]; contractId?: number; size: number },
  at: { now: Date; receivedAt: Date },
): Promise<{ events: WireEvent[]; hasMore: boolean }> {
  for (let batch = 0; batch < BATCHES && (await sequenceEvents(shop.id, at.receivedAt)) === null; batch++);
  const stream = await findStream(shop.id);
  if (!stream) return { events: [], hasMore: false };
  if (asked.after !== undefined && asked.after < stream.deletedUpTo)
    throw new ProblemError(
      "gone",
      `Events up to ${stream.deletedUpTo} are no longer kept. Read the contracts anew, then go on with after=${stream.deletedUpTo}.`,
    );
  if (asked.after !== undefined) requireNotLost(asked.after, stream);
  const contractId = asked.contractId === undefined ? null : await findContractId(shop.id, asked.contractId);
  if (asked.contractId !== undefined && contractId === null) return { events: [], hasMore: false };
  const found = await listEventsAfter(db, shop.id, {
    after: asked.after ?? stream.deletedUpTo,
    types: asked.types ?? null,
    contractId,
    limit: asked.size + 1,
  });
  const page = found.slice(0, asked.size);
  return {
    events: await toWireEvents(shop, stream.family, page, at.now),
    hasMore: found.length > asked.size,
  };
}

/** The caller knows events that a restored back-up lacks: they may no longer be true. */
function requireNotLost(after: number, { restoredFrom }: Pick<EventStreamRow, "restoredFrom">): void {
  if (restoredFrom === null || after <= restoredFrom || after > restoredFrom + RESTORE_LEAP) return;
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
