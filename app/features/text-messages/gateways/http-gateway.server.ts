import { z } from "zod";
import { isTimeout, post, toReason } from "~/http/outgoing/post.server";
import { createBreakers, SilentServiceError } from "~/lib/circuit-breaker";
import type { TextMessageGateway, TextOutcome } from "./text-message-port";

const ANSWER_WITHIN_MS = 10_000;
const MOST_REASON = 200;
const breakerOf = createBreakers(isTimeout);

/** Optional body of a gateway's refusal (docs/sms.md). */
const refusal = z.object({ reason: z.string() });

/** By status: 2xx sent; 4xx refused for good, except for 408 and 429; anything else: try later. */
function toOutcome({ status, body }: { status: number; body: Buffer }, to: string): TextOutcome {
  if (status >= 200 && status < 300) return { state: "sent" };
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  // Logs and lists of failures must not name people.
  const answer = readReason(body.toString("utf8")).replaceAll(to, "the number");
  return {
    state: isRefused ? "refused" : "later",
    reason: `The gateway answered ${status}${answer ? `: ${answer}` : "."}`,
  };
}

function readReason(body: string): string {
  try {
    const read = refusal.safeParse(JSON.parse(body));
    // Postgres cannot store NUL in a text.
    return read.success ? read.data.reason.replaceAll("\0", "").slice(0, MOST_REASON) : "";
  } catch {
    return "";
  }
}

/**
 * The operator's gateway: one POST per message (docs/sms.md). No redirect is followed, and inner addresses are refused,
 * except for hosts that the operator has listed.
 */
export const createHttpGateway = (
  {
    url,
    secret,
    from,
    innerHosts,
  }: { url: string; secret?: string; from?: string; innerHosts?: readonly string[] },
  answerWithinMs = ANSWER_WITHIN_MS,
): TextMessageGateway => ({
  async send({ to, text, key }) {
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "User-Agent": "Perennial-Text-Messages/1",
      ...(secret && { Authorization: `Bearer ${secret}` }),
    };
    try {
      const body = JSON.stringify({ to, text, from: from ?? null, key });
      const answer = await breakerOf(url)(() =>
        post(new URL(url), headers, body, answerWithinMs, innerHosts),
      );
      return toOutcome(answer, to);
    } catch (error) {
      if (error instanceof SilentServiceError)
        return { state: "later", reason: "The gateway does not answer." };
      return { state: "later", reason: toReason(error, answerWithinMs) };
    }
  },
});
