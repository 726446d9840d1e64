import { appendActivity } from "~/features/activity/activity.repo.server";
import type { EndpointPlace } from "~/features/webhooks/records/endpoints.repo.server";
import { logger } from "~/lib/logger.server";
import type { Transaction } from "~db/transaction.server";

/** Records in the shop's history and in the log how many events were deleted before the endpoint got them. */
export async function noteLostEvents(
  tx: Transaction,
  { shopId, id }: EndpointPlace,
  count: number,
  now: Date,
): Promise<void> {
  if (count === 0) return;
  logger.warn({ shopId, webhookId: id, count }, "events are deleted that a webhook endpoint has not taken");
  await appendActivity(
    tx,
    { shopId, contractId: null, action: "webhook.events_lost", after: { webhookId: id, count } },
    { actor: { type: "system", name: "Retention" }, requestId: null, now },
  );
}
