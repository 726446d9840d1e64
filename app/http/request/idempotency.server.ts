import { createHash } from "node:crypto";
import { z } from "zod";
import type { RequestContext } from "~/http/request/request-context.server";
import { invalidRequest } from "~/lib/problem";

/** A call that may be sent again: its key, and what it must then be the same as. */
export type RepeatableCall = { key: string; fingerprint: string; at: Date };

const HEADER = "Idempotency-Key";
const FORM = /^[\x21-\x7e]{1,255}$/;

/** The header, for OpenAPI. */
export const IDEMPOTENCY_HEADER = z.object({
  [HEADER]: z
    .string()
    .meta({
      description:
        "1 to 255 letters, digits or signs, of your choice. Sent again with the same call it makes nothing new: the answer is what the first call made. Kept for 30 days.",
      example: "order-7731",
    })
    .optional(),
});

/**
 * The call's Idempotency-Key with a fingerprint of method, path, query (without credentials) and body; null without one.
 * Source: wire.md §1 "Errors". @param body as it was read @throws ProblemError invalid_request for a key of another form
 */
export function readIdempotencyKey(
  { request, url, receivedAt }: RequestContext,
  body: unknown,
): RepeatableCall | null {
  const key = request.headers.get(HEADER)?.trim();
  if (!key) return null;
  if (!FORM.test(key))
    throw invalidRequest([
      { parameter: HEADER, code: "invalid_value", detail: "Use 1 to 255 letters, digits or signs." },
    ]);
  const query = [...url.searchParams].filter(([name]) => name !== "api_key").sort();
  const call = JSON.stringify([request.method, url.pathname, query, body]);
  return { key, fingerprint: createHash("sha256").update(call).digest("hex"), at: receivedAt };
}
