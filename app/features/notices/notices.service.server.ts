import { findStream, listEventsAfter } from "~/features/event-stream/stream.repo.server";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { findNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { TELLING_TYPES, toNoticesOf } from "~/features/notice-settings/rules/notice-of-event";
import {
  insertProgress,
  readChanges,
  savePosition,
  takeProgress,
} from "~/features/notices/notices.repo.server";
import { enqueue } from "~/queue/enqueue.server";
import { inTransaction } from "~db/transaction.server";

/** Events processed in one transaction. */
const PAGE = 500;

/**
 * Turns a shop's committed events into jobs: one for each notice. Position and jobs are written together, so that no
 * event is lost or handled twice, whenever the process dies. Events from before the shop's first run are skipped.
 *
 * @param realNow of the real clock
 * @returns whether more may be waiting
 */
export async function passOnEvents(shopId: number, realNow: Date): Promise<boolean> {
  await sequenceEvents(shopId, realNow);
  return inTransaction(async (tx) => {
    const stream = await findStream(shopId, tx);
    if (!stream) return false;
    const progress = await takeProgress(tx, shopId);
    if (!progress) {
      // Another process may have it, and continues. For a new shop, progress begins at its first event.
      return (await insertProgress(tx, shopId, stream.deletedUpTo)) > 0;
    }
    // Without settings a shop sends none; the status of a new contract's notice is stored anyway.
    const types = (await findNoticeSettings(shopId, tx)) ? TELLING_TYPES : ["created"];
    const events = await listEventsAfter(tx, shopId, {
      after: progress.position,
      types,
      contractId: null,
      limit: PAGE,
    });
    const changes = await readChanges(
      tx,
      shopId,
      events.map(({ id }) => id),
    );
    const told = toNoticesOf(
      events.map((event) => ({
        ...event,
        contractVersion: changes.get(event.id)?.version ?? null,
        changedFields: changes.get(event.id)?.fields ?? [],
      })),
    );
    for (const { kind, event } of told) {
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
        },
        { jobKey: `notice:${shopId}:${cause}` },
      );
    }
    const seen = events.at(-1)?.position ?? 0;
    const last = events.length === PAGE ? seen : Math.max(seen, stream.lastPosition);
    if (last > progress.position) await savePosition(tx, shopId, last);
    return events.length === PAGE;
  });
}
