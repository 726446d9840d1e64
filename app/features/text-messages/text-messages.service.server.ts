import { toTextMessage } from "~/features/text-messages/segments";
import { findTextGateway } from "~/features/text-messages/text-message-gateway.server";
import {
  findText,
  insertText,
  type NewText,
  setCreatedSms,
  updateText,
} from "~/features/text-messages/text-messages.repo.server";
import { enqueue } from "~/queue/enqueue.server";
import { db, type Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

/** With the queue's growing delays, about three hours, as for mails. */
const MOST_ATTEMPTS = 10;

/**
 * Queues a text message in the transaction of the change it is about: it is sent only if that commits.
 * @returns its id; null when there is one with the same key
 */
export async function queueText(
  tx: Queryable,
  shopId: number,
  { text, ...message }: NewText & { text: string },
  now: Date,
): Promise<number | null> {
  const { text: sent, segments } = toTextMessage(text);
  const textMessageId = await insertText(tx, shopId, { ...message, text: sent, segments }, now);
  if (textMessageId === null) return null;
  const options = { jobKey: `text-message:${shopId}:${textMessageId}`, maxAttempts: MOST_ATTEMPTS };
  await enqueue(tx, "send-text-message", { shopId, textMessageId }, options);
  return textMessageId;
}

/**
 * One try to send a queued text message. If the process dies before the outcome is stored, the next try has the same
 * key, so that the gateway does not send it again.
 *
 * @throws when it was not taken but may be later: the queue then tries again
 */
export async function sendText(shopId: number, id: number, now: Date): Promise<void> {
  const message = await findText(shopId, id);
  if (message?.status !== "QUEUED") return;
  const { recipient: to, text, key, kind, contractId } = message;
  const outcome = await findTextGateway().send({ to, text, key });
  const attempts = message.attempts + 1;
  if (outcome.state === "later" && attempts < MOST_ATTEMPTS) {
    await updateText(db, shopId, id, { attempts, lastError: outcome.reason });
    throw new Error(outcome.reason);
  }
  const [status, lastError] =
    outcome.state === "sent" ? (["SENT", null] as const) : (["FAILED", outcome.reason] as const);
  await inTransaction(async (tx) => {
    const changed = await updateText(tx, shopId, id, { status, attempts, lastError, finishedAt: now });
    if (changed > 0 && kind === "notice_created" && contractId !== null)
      await setCreatedSms(tx, shopId, contractId, status);
  });
}
