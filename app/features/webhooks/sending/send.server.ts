import { Webhook } from "standardwebhooks";
import { post, toReason } from "~/http/outgoing/post.server";
import type { DeliveryTry } from "~db/schema/webhooks";

const ANSWER_WITHIN_MS = 10_000;
const MOST_KEPT = 2000;

/** One message, in the form of Standard Webhooks. */
export type Message = { id: string; body: string };
/** The result of sending it, for the log and for the rules. */
export type Sent = { record: DeliveryTry; isAborted: boolean };

/** Signs for an endpoint: one signature per live secret, so that the receiver may use either. */
export const toSigner = (secrets: readonly string[]) => {
  const webhooks = secrets.map((secret) => new Webhook(secret));
  return ({ id, body }: Message, at: Date): string =>
    webhooks.map((webhook) => webhook.sign(id, at, body)).join(" ");
};

/**
 * Sends a message once (wire.md §6). No redirect is followed; at most 64 KB of the answer are read; if it has not ended
 * after ten seconds it counts as missing. Never throws: the record holds the error.
 */
export async function sendMessage(
  target: string,
  message: Message,
  sign: ReturnType<typeof toSigner>,
  { clock, answerWithinMs = ANSWER_WITHIN_MS }: { clock: () => Date; answerWithinMs?: number },
): Promise<Sent> {
  const at = clock();
  const startedAt = performance.now();
  const signature = sign(message, at);
  const toRecord = (answer: Partial<Pick<DeliveryTry, "status" | "error" | "answer">>): DeliveryTry => ({
    at: at.toISOString(),
    milliseconds: Math.round(performance.now() - startedAt),
    signature,
    status: null,
    error: null,
    answer: null,
    ...answer,
  });
  try {
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "User-Agent": "Perennial-Webhooks/1",
      "webhook-id": message.id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signature,
    };
    const answer = await post(new URL(target), headers, message.body, answerWithinMs);
    // Postgres cannot store NUL in a text.
    const body = answer.body.subarray(0, MOST_KEPT).toString("utf8").replaceAll("\0", "");
    const isAborted = String(answer.headers["webhook-delivery"] ?? "").toLowerCase() === "abort-message";
    return { record: toRecord({ status: answer.status, answer: body }), isAborted };
  } catch (error) {
    return { record: toRecord({ error: toReason(error, answerWithinMs) }), isAborted: false };
  }
}
