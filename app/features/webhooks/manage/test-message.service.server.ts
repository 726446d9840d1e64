import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { type DeliveryRow, finishTest, insertTest } from "~/features/webhooks/records/deliveries.repo.server";
import { isSuccess } from "~/features/webhooks/rules/delivery-rules";
import { listLiveSecrets } from "~/features/webhooks/rules/secrets.server";
import { toWebhookId } from "~/features/webhooks/rules/webhook-id";
import { sendMessage, toSigner } from "~/features/webhooks/sending/send.server";
import type { RealTime } from "~/lib/clocks";
import { inTransaction } from "~db/transaction.server";
import { getEndpoint } from "./endpoints.service.server";

/** The type of a test message; it is in no stream. */
const TEST_TYPE = "webhook.test";

/** The body of a test message. */
export const toTestBody = ({
  endpointId,
  createdAt,
}: Pick<DeliveryRow, "endpointId" | "createdAt">): string =>
  JSON.stringify({ type: TEST_TYPE, timestamp: createdAt.toISOString(), data: { endpointId } });

/**
 * Sends a test message now, even to an endpoint that is off, and waits for the result. It is not tried again. Recorded
 * in the shop's history before it is sent.
 *
 * @throws ProblemError not_found
 */
export async function sendTest(
  shopId: number,
  endpointId: number,
  audit: Audit<RealTime>,
  clock: () => Date,
): Promise<DeliveryRow> {
  const endpoint = await getEndpoint(shopId, endpointId);
  const row = await inTransaction(async (tx) => {
    const after = { webhookId: endpointId, url: endpoint.url };
    await appendActivity(tx, { shopId, contractId: null, action: "webhook.tested", after }, audit);
    return insertTest(tx, {
      shopId,
      endpointId,
      type: TEST_TYPE,
      status: "FAILED",
      tries: [],
      createdAt: clock(),
    });
  });
  const sign = toSigner(await listLiveSecrets(endpoint.sealed, clock()));
  const message = { id: toWebhookId(row), body: toTestBody(row) };
  const { record } = await sendMessage(endpoint.url, message, sign, { clock });
  const fields = {
    status: isSuccess(record) ? ("DELIVERED" as const) : ("FAILED" as const),
    tries: [record],
    attempts: 1,
    finishedAt: clock(),
  };
  await finishTest(shopId, row.id, fields);
  return { ...row, ...fields };
}
