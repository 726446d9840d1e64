import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { EventFamily } from "~/features/event-stream/event-types";
import { findStream } from "~/features/event-stream/stream.repo.server";
import { lockStream } from "~/features/events/sequencer.repo.server";
import { updateRows } from "~db/rows.server";
import { eventStreams } from "~db/schema/events";
import { inTransaction } from "~db/transaction.server";

export const findFamily = async (shopId: number): Promise<EventFamily> =>
  (await findStream(shopId))?.family ?? "subscription";

/**
 * Chooses the prefix of contract events' names (wire.md §6). Events keep their positions: from now on they are read and
 * sent under the new names, including those that are waiting.
 */
export function chooseFamily(shopId: number, family: EventFamily, audit: Audit): Promise<void> {
  return inTransaction(async (tx) => {
    const { family: before } = await lockStream(tx, shopId);
    if (before === family) return;
    await updateRows(tx, eventStreams, { shopId }, { family });
    const change = { before: { family: before }, after: { family } };
    await appendActivity(
      tx,
      { shopId, contractId: null, action: "webhook.family_changed", ...change },
      audit,
    );
  });
}
