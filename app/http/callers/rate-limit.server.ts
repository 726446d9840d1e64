import { toAddressKey } from "~/access/address-key";
import { env } from "~/lib/env.server";
import { ProblemError } from "~/lib/problem";
import { createBuckets } from "./buckets";
import type { RateDecision, RateLimit } from "./rate-limit";

/** For accepted calls, counted per key, session, address, or customer behind the proxy. */
const CALLS: RateLimit = { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST };
/** For calls with wrong credentials, counted per address: against guessing keys. */
const WRONG_CREDENTIALS: RateLimit = { perSecond: 1, burst: env.WRONG_CREDENTIALS_BURST };

/** Their names are the same in all processes (rate-sharing.server.ts). */
export const limitedCalls = {
  calls: createBuckets(CALLS),
  wrongCredentials: createBuckets(WRONG_CREDENTIALS),
};

/**
 * A caller's refusals that are answered at once: as many a second as it may call, since they say when to call again.
 * Further ones are answered late, or a caller that ignores them would keep the process busy refusing
 * (docs/decisions/110-a-flood-on-one-key.md).
 */
const promptRefusals = createBuckets(CALLS);
const LEAST_PROMPT = 10;
/** Shortest and longest delay. It varies, or the caller's next calls would all come at once, too. */
const LATE_MS = { least: 500, most: 1000 };
const takeLateness = () => LATE_MS.least + Math.random() * (LATE_MS.most - LATE_MS.least);

/** The shop's own rate for its keys; null for the default. */
export type OwnRate = { ratePerSecond: number | null; rateBurst: number | null };

const toLimit = ({ ratePerSecond, rateBurst }: OwnRate): RateLimit =>
  ratePerSecond === null && rateBurst === null
    ? CALLS
    : { perSecond: ratePerSecond ?? CALLS.perSecond, burst: rateBurst ?? CALLS.burst };

const USUAL: OwnRate = { ratePerSecond: null, rateBurst: null };

/**
 * Counts one call of a caller. RATE_LIMIT_PER_SECOND=0 switches it off.
 * @param headers get the remaining number; null: only API clients use it
 * @param own the limit of the caller's shop, for its keys
 * @throws ProblemError 429 with Retry-After.
 */
export function requireWithinRateLimit(
  key: string,
  nowMs: number,
  headers: Map<string, string> | null,
  own = USUAL,
): void {
  const limit = toLimit(own);
  if (limit.perSecond === 0) return;
  const verdict = limitedCalls.calls.take(key, nowMs, limit);
  if (headers) setHeaders(headers, limit, verdict);
  if (verdict.allowed) return;
  const most = Math.max(LEAST_PROMPT, limit.perSecond);
  const isPrompt = promptRefusals.take(key, nowMs, { perSecond: most, burst: most }).allowed;
  throw tooMany("Too many calls for now.", verdict, isPrompt ? 0 : takeLateness());
}

function setHeaders(
  headers: Map<string, string>,
  { burst, perSecond }: RateLimit,
  { remaining, resetSeconds }: RateDecision,
): void {
  headers.set("RateLimit-Policy", `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`);
  headers.set("RateLimit", `"default";r=${remaining};t=${resetSeconds}`);
  headers.set("RateLimit-Limit", String(burst));
  headers.set("RateLimit-Remaining", String(remaining));
  headers.set("RateLimit-Reset", String(resetSeconds));
}

/**
 * Counts one call with wrong credentials.
 * @throws ProblemError 429 with Retry-After.
 */
export function requireWrongCredentialsLeft(address: string, nowMs: number): void {
  const verdict = limitedCalls.wrongCredentials.take(toAddressKey(address), nowMs);
  if (!verdict.allowed) throw tooMany("Too many calls with wrong credentials.", verdict);
}

const tooMany = (detail: string, { retryAfterSeconds }: RateDecision, afterMs = 0): ProblemError =>
  new ProblemError("too_many_requests", detail, {
    headers: { "Retry-After": String(retryAfterSeconds) },
    answeredAfterMs: afterMs,
  });
