import { findStream, listEventsAfter } from "~/features/event-stream/stream.repo.server";
import { ANNOUNCEMENT } from "~/features/events/events";
import { listUnsequencedShops } from "~/features/events/sequencer.repo.server";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { kindsBy } from "~/features/notice-settings/notice-settings";
import { findNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { TELLING_TYPES, toNoticesOf } from "~/features/notice-settings/rules/notice-of-event";
import { enqueue } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";
import { NOTICE_CHANNELS } from "~db/schema/notice-enums";
import { inTransaction } from "~db/transaction.server";
import {
  findEndOfChanges,
  insertProgress,
  listShopsWithNews,
  readChanges,
  savePosition,
  takeProgress,
} from "./notices.repo.server";

/** Events processed in one transaction, besides the remaining ones of their changes. */
const PAGE = 500;

/** Shops with events to pass on, with or without their places in the stream. */
export const listShopsToTell = async (): Promise<Set<number>> =>
  new Set([...(await listUnsequencedShops()), ...(await listShopsWithNews())]);

/**
 * Turns a shop's committed events into jobs: one for each notice. Position and jobs are written together, so that no
 * event is lost or handled twice, whenever the process dies. Events from before the shop's first run are skipped.
 *
 * @param realNow of the real clock
 * @returns whether more may be waiting
 */
export async function passOnEvents(shopId: number, realNow: Date): Promise<boolean> {
  // No further than this: another process may be giving positions, and a change may have some events with one and some
  // without.
  const upTo = await sequenceEvents(shopId, realNow);
  if (upTo === null) return true;
  return inTransaction(async (tx) => {
    const progress = await takeProgress(tx, shopId);
    if (!progress) {
      // Another process may have it, and will continue. For a new shop, progress begins at its first event.
      const stream = await findStream(shopId, tx);
      return (await insertProgress(tx, shopId, stream?.deletedUpTo ?? 0)) > 0;
    }
    // Without settings a shop sends none; the status of a new contract's notice is stored anyway.
    const settings = await findNoticeSettings(shopId, tx);
    const types = settings ? TELLING_TYPES : ["created"];
    const { events, isLast } = await readWholeChanges(tx, shopId, { after: progress.position, upTo }, types);
    const due = toNoticesOf(events);
    for (const { kind, event } of due) {
      const cause =
        kind === "upcoming_order"
          ? `event:${event.id}`
          : `change:${event.contractId}:${event.contractVersion}`;
      await enqueue(
        tx,
        "write-notice",
        {
          shopId,
          kind,
          cause,
          contractId: event.contractId,
          attemptId: event.billingAttemptId,
          at: event.timestamp,
          // Nobody is told of what was before it was turned on, even if the notice is written later.
          off: NOTICE_CHANNELS.filter((channel) => !settings || !kindsBy(channel, settings).includes(kind)),
        },
        { jobKey: `notice:${shopId}:${cause}` },
      );
    }
    const seen = events.at(-1)?.position ?? 0;
    const last = isLast ? Math.max(seen, upTo) : seen;
    if (last > progress.position) await savePosition(tx, shopId, last);
    return !isLast;
  });
}

/**
 * The next events up to a position, about a page of them. They do not end within a change of a contract, since one change makes one
 * notice, and events of other contracts may come between those of a change.
 */
async function readWholeChanges(
  tx: Queryable,
  shopId: number,
  { after, upTo }: { after: number; upTo: number },
  types: readonly string[],
) {
  const list = async (range: { after: number; upTo: number; limit: number }) => {
    const found = await listEventsAfter(tx, shopId, { ...range, types, contractId: null });
    const ids = found.map(({ id }) => id);
    const changes = await readChanges(tx, shopId, ids);
    return found.map((event) => ({
      ...event,
      contractVersion: changes.get(event.id)?.version ?? null,
      changedFields: changes.get(event.id)?.fields ?? [],
    }));
  };
  const events = await list({ after, upTo, limit: PAGE });
  const isLast = events.length < PAGE;
  for (let part = events; !isLast; ) {
    const end = events.at(-1)?.position ?? after;
    const changes = part
      .filter(({ type }) => type !== ANNOUNCEMENT)
      .map(({ contractId, contractVersion }) => ({ contractId, version: contractVersion }));
    const rest = await findEndOfChanges(tx, shopId, changes, end);
    if (rest === null) break;
    part = await list({ after: end, upTo: rest, limit: rest - end });
    events.push(...part);
  }
  return { events, isLast };
}
