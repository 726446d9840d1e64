import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Webhook } from "standardwebhooks";
import { agentFor } from "~/features/webhooks/sending/target.server";
import type { DeliveryTry } from "~db/schema/webhooks";

const ANSWER_WITHIN_MS = 10_000;
const MOST_READ = 64 * 1024;
const MOST_KEPT = 2000;

/** One message, as Standard Webhooks has it. */
export type Message = { id: string; body: string };
/** What came of sending it, for the log and for the rules. */
export type Sent = { record: DeliveryTry; isAborted: boolean };
type Answer = { status: number; isAborted: boolean; body: string };

/** What signs for an endpoint: one signature a live secret, so that the receiver may have either. */
export const toSigner = (secrets: readonly string[]) => {
  const webhooks = secrets.map((secret) => new Webhook(secret));
  return ({ id, body }: Message, at: Date): string =>
    webhooks.map((webhook) => webhook.sign(id, at, body)).join(" ");
};

/**
 * Send a message once (wire.md §6). No redirect is followed; of the answer at most 64 KB are read; after ten seconds
 * without its end it counts as none. Never throws: what went wrong stands in the record.
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
      "Content-Length": Buffer.byteLength(message.body),
      "User-Agent": "Perennial-Webhooks/1",
      "webhook-id": message.id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signature,
    };
    const { status, body, isAborted } = await post(new URL(target), headers, message.body, answerWithinMs);
    return { record: toRecord({ status, answer: body }), isAborted };
  } catch (error) {
    return { record: toRecord({ error: toReason(error, answerWithinMs) }), isAborted: false };
  }
}

function post(
  url: URL,
  headers: Record<string, string | number>,
  body: string,
  answerWithinMs: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const signal = AbortSignal.timeout(answerWithinMs);
    const request = send(url, { method: "POST", headers, agent: agentFor(url), signal }, (response) => {
      readAnswer(response).then(resolve, reject);
    });
    request.once("error", reject);
    request.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    parts.push(part);
    size += part.length;
    // Leaving the loop closes the connection.
    if (size >= MOST_READ) break;
  }
  const text = Buffer.concat(parts).subarray(0, MOST_KEPT).toString("utf8");
  return {
    status: response.statusCode ?? 0,
    isAborted: String(response.headers["webhook-delivery"] ?? "").toLowerCase() === "abort-message",
    // Postgres keeps no NUL in a text.
    body: text.replaceAll("\0", ""),
  };
}

/** Why no answer came, for the merchant: nothing about our own network. */
function toReason(error: unknown, answerWithinMs: number): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError")
    return `No answer within ${answerWithinMs / 1000} seconds.`;
  if (/is not allowed\. Because/.test(message))
    return "The address leads into an inner network, where nothing is sent to.";
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "The name of the host could not be resolved.";
    case "ECONNREFUSED":
      return "The host does not take connections at this port.";
    case "ECONNRESET":
    case "EPIPE":
      return "The connection was cut.";
    default:
      return code ? `The connection failed (${code}).` : "The connection failed.";
  }
}
