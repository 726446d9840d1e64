import type { ShopInstant } from "~/lib/clocks";
import { enqueue, hasLiveJob } from "~/queue/enqueue.server";
import { db, type Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { toTextMessage } from "./segments";
import { findTextGateway } from "./text-message-gateway.server";
import {
  findText,
  insertText,
  type NewText,
  setCreatedSms,
  type TextRow,
  updateText,
} from "./text-messages.repo.server";

/** With the queue's growing delays, about three hours, as for mails. */
const MOST_ATTEMPTS = 10;

const toTextKey = (shopId: number, id: number): string => `text-message:${shopId}:${id}`;

/**
 * Queues a text message in the transaction of the change it is about: it is sent only if that commits.
 * @param at its date, by the shop's clock, as that of a mail
 * @returns its id; null when there is one with the same key
 */
export async function queueText(
  tx: Queryable,
  shopId: number,
  { text, ...message }: NewText & { text: string },
  at: ShopInstant,
): Promise<number | null> {
  const { text: sent, segments } = toTextMessage(text);
  const textMessageId = await insertText(tx, shopId, { ...message, text: sent, segments }, at);
  if (textMessageId === null) return null;
  const options = { jobKey: toTextKey(shopId, textMessageId), maxAttempts: MOST_ATTEMPTS };
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
  const { recipient: to, text, key } = message;
  const outcome = await findTextGateway().send({ to, text, key });
  const attempts = message.attempts + 1;
  if (outcome.state === "later" && attempts < MOST_ATTEMPTS) {
    await updateText(db, shopId, id, { attempts, lastError: outcome.reason });
    throw new Error(outcome.reason);
  }
  if (outcome.state === "sent") await finish(message, { status: "SENT", lastError: null }, now);
  else await finish(message, { status: "FAILED", lastError: outcome.reason }, now);
}

/** For a text message whose job the queue has given up, as for a mail. */
export async function giveUpText(shopId: number, id: number, now: Date): Promise<void> {
  const message = await findText(shopId, id);
  if (message?.status !== "QUEUED" || (await hasLiveJob(db, toTextKey(shopId, id)))) return;
  await finish(
    message,
    { status: "FAILED", lastError: message.lastError ?? "It could not be sent in time." },
    now,
  );
}

/** For a text message that was waiting when its shop was closed, as for a mail. */
export async function dropText(shopId: number, id: number, now: Date): Promise<void> {
  const message = await findText(shopId, id);
  if (message?.status === "QUEUED")
    await finish(message, { status: "FAILED", lastError: "The shop was closed." }, now);
}

type Outcome = { status: "SENT" | "FAILED"; lastError: string | null };

const finish = ({ shopId, id, attempts, kind, contractId }: TextRow, outcome: Outcome, now: Date) =>
  inTransaction(async (tx) => {
    const values = { ...outcome, attempts: attempts + 1, finishedAt: now };
    const changed = await updateText(tx, shopId, id, values);
    if (changed > 0 && kind === "notice_created" && contractId !== null)
      await setCreatedSms(tx, shopId, contractId, outcome.status);
  });
