import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { findFirstPositionSince, findStream, listEventsAt } from "~/features/event-stream/stream.repo.server";
import {
  addDeliveries,
  holdBehindOlder,
  pullReplayed,
  releaseFirstPending,
} from "~/features/webhooks/records/deliveries.repo.server";
import { lockEndpoint, updateEndpoint } from "~/features/webhooks/records/endpoints.repo.server";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction } from "~db/transaction.server";
import { endpointNotFound } from "./endpoints.service.server";

export type Replay = { eventId: number } | { from: Date };

/**
 * Sends events of the shop again: one, even if the endpoint does not want its type, or all of its types since an
 * instant. They keep their ids; within a contract they are sent in order, before newer ones.
 *
 * @param realNow of the real clock, by which messages are sent
 * @throws ProblemError not_found; conflict while the endpoint is off
 */
export function replay(
  shopId: number,
  id: number,
  which: Replay,
  audit: Audit,
  realNow: Date,
): Promise<void> {
  return inTransaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, shopId, id);
    if (!endpoint) throw endpointNotFound();
    if (endpoint.state !== "ON")
      throw new ProblemError("conflict", "The endpoint is switched off. Switch it on first.");
    if ("eventId" in which) {
      const [event] = await listEventsAt(tx, shopId, [which.eventId]);
      const stream = await findStream(shopId, tx);
      if (!event || which.eventId <= (stream?.deletedUpTo ?? 0)) throw notFound("There is no such event.");
      await addDeliveries(tx, endpoint, [event], realNow);
      const contractIds = event.contractId === null ? [] : [event.contractId];
      await holdBehindOlder(tx, endpoint, contractIds);
      await pullReplayed(tx, endpoint, [event], realNow);
      await releaseFirstPending(tx, endpoint, contractIds, realNow);
      await updateEndpoint(tx, endpoint, { wakeAt: realNow });
    } else {
      const first = await findFirstPositionSince(tx, shopId, which.from);
      const cursor = first === null ? endpoint.cursor : Math.min(endpoint.cursor, first - 1);
      const replayUntil = Math.max(endpoint.cursor, endpoint.replayUntil);
      await updateEndpoint(tx, endpoint, { cursor, replayUntil, wakeAt: realNow });
    }
    const after =
      "eventId" in which
        ? { webhookId: id, eventId: which.eventId }
        : { webhookId: id, from: which.from.toISOString() };
    await appendActivity(tx, { shopId, contractId: null, action: "webhook.replayed", after }, audit);
  });
}
