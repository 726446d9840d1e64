import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type Claim,
  claimCall,
  findCall,
  GIVEN_UP_AFTER_MS,
  type KeptAnswer,
  keepAnswer,
  keepSealedAnswer,
  markDone,
  type RepeatableCall,
  releaseCall,
} from "~/access/idempotent-calls.repo.server";
import { seal, unseal } from "~/access/sealed-value.server";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { markingCommits } from "~db/transaction.server";
import { readBytes } from "./body.server";
import type { RequestContext } from "./request-context.server";

const HEADER = "Idempotency-Key";
const FORM = /^[\x21-\x7e]{1,255}$/;

/** The header, for OpenAPI. */
export const IDEMPOTENCY_HEADER = z.object({
  [HEADER]: z
    .string()
    .meta({
      description:
        "A key of your choice: 1 to 255 letters, digits or punctuation characters. If the same call is repeated with it within 24 hours, nothing is done again: the response is that of the first call, byte for byte.",
      example: "order-7731",
    })
    .optional(),
});

/**
 * The call's Idempotency-Key with a fingerprint of method, path, query (without credentials) and body; null without a
 * key. Source: wire.md §1 "Errors". @param body as read @throws ProblemError invalid_request for an invalid key
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

/**
 * For a handler that reads the body itself: the key with a fingerprint of the body's bytes, and a request that can still be
 * read. Without a key nothing is read. @throws ProblemError as `readIdempotencyKey` and `readBytes`
 */
export async function readKeyAndBytes(
  context: RequestContext,
  limit?: number,
): Promise<{ call: RepeatableCall | null; request: Request }> {
  const { request } = context;
  if (!request.headers.get(HEADER)?.trim()) return { call: null, request };
  const bytes = await readBytes(request, limit);
  const call = readIdempotencyKey(context, createHash("sha256").update(bytes).digest("hex"));
  // A served request without a body is made late, and no other can be made of it (scripts/serving/late-messages.mjs).
  return { call, request: request.body ? new Request(request, { body: bytes }) : request };
}

/** A UUID (version 8) for what a call makes: the same each time it is sent, so that what it has made is found again. */
export const toCallUuid = ({ key, fingerprint }: RepeatableCall): string =>
  createHash("sha256")
    .update(`${fingerprint} ${key}`)
    .digest("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");

/**
 * Carries a call out once: the first one runs, later ones get its answer. Its commit is recorded in the same
 * transaction, so that a process that dies between commit and answer does not do it twice. A call that is refused, or
 * fails before anything is committed, leaves its key free.
 *
 * @param carryOut the call, with its complete answer
 * @param options.mayRepeat it does nothing twice by itself: whatever it has committed, it may be carried out again
 * @param options.answersSecret its answer is kept sealed
 * @throws ProblemError idempotency_key_reused for another call; idempotency_key_in_use while the first is under way;
 *   idempotency_answer_lost when it was carried out, but its answer was not stored
 */
export async function answerOnce(
  shopId: number,
  call: RepeatableCall,
  carryOut: () => Promise<Response>,
  { mayRepeat = false, answersSecret = false }: { mayRepeat?: boolean; answersSecret?: boolean },
): Promise<Response> {
  const claim = { shopId, key: call.key, claim: randomUUID() };
  if (!(await claimCall(claim, call))) return answerAgain(shopId, call);
  const mark = async (tx: Parameters<typeof markDone>[0]) => {
    if (!(await markDone(tx, claim, call.at))) throw inUse();
  };
  const response = await (mayRepeat ? carryOut() : markingCommits(mark, carryOut)).catch(
    async (error: unknown) => {
      await releaseCall(claim);
      throw error;
    },
  );
  return keep(claim, response, answersSecret);
}

async function keep(claim: Claim, response: Response, answersSecret: boolean): Promise<Response> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const body = await response.text();
  const answer: KeptAnswer = { status, headers, body };
  if (answersSecret) await keepSealedAnswer(claim, seal({ ...answer, claim: claim.claim }));
  else await keepAnswer(claim, answer);
  return new Response(body, { status, headers });
}

async function answerAgain(shopId: number, { key, fingerprint, at }: RepeatableCall): Promise<Response> {
  const first = await findCall(shopId, key);
  // It has just failed, and its key is free again.
  if (!first) throw inUse();
  if (first.fingerprint !== fingerprint)
    throw new ProblemError("idempotency_key_reused", "This Idempotency-Key was used for another call.");
  const kept = (first.sealed !== null && (await openAnswer(first.sealed, first.claim))) || first;
  if (kept.status !== null)
    return new Response(kept.body, {
      status: kept.status,
      headers: { ...kept.headers, "Idempotency-Replayed": "true" },
    });
  // Between its commit and its answer a call is still under way.
  if (first.doneAt === null || Math.abs(at.getTime() - first.doneAt.getTime()) < GIVEN_UP_AFTER_MS)
    throw inUse();
  throw new ProblemError(
    "idempotency_answer_lost",
    "The call with this Idempotency-Key was carried out, but its answer is lost. Read what it was to change.",
  );
}

/**
 * @returns null when its key is no longer in the ring, or when it answers an earlier use of the same Idempotency-Key, which
 *   a process of a release before 0098 has replaced
 */
async function openAnswer(sealed: string, claim: string): Promise<KeptAnswer | null> {
  const opened = (await unseal(sealed)) as (KeptAnswer & { claim: string }) | null;
  return opened?.claim === claim ? opened : null;
}

const inUse = () =>
  new ProblemError(
    "idempotency_key_in_use",
    "The first call with this Idempotency-Key is under way. Send it again in a moment.",
    { headers: { "Retry-After": "1" } },
  );
