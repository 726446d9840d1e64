import { toAddressKey } from "~/access/address-key";
import { type Bucket, isFull, type RateDecision, type RateLimit, takeToken } from "~/http/callers/rate-limit";
import { env } from "~/lib/env.server";
import { ProblemError } from "~/lib/problem";

/** For accepted calls, counted per key, address, or customer behind the proxy. */
const CALLS = { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST };
/** For calls with wrong credentials, counted per address: against guessing keys. */
const WRONG_CREDENTIALS = { perSecond: 1, burst: env.WRONG_CREDENTIALS_BURST };

type Buckets = { limit: RateLimit; buckets: Map<string, Bucket>; lastSweep: number };
const calls: Buckets = { limit: CALLS, buckets: new Map(), lastSweep: 0 };
const wrongCredentials: Buckets = { limit: WRONG_CREDENTIALS, buckets: new Map(), lastSweep: 0 };

/** In this process only: n web processes allow n times the rate, and no request waits for a shared counter. */
const MAX_BUCKETS = 100_000;
/** So that a full map is not swept on every call. */
const SWEEP_EVERY_MS = 10_000;

/**
 * Count one call of a caller; sets RateLimit headers. RATE_LIMIT_PER_SECOND=0 switches it off.
 * @throws ProblemError 429 with Retry-After.
 */
export function requireWithinRateLimit(key: string, nowMs: number, headers: Map<string, string>): void {
  if (CALLS.perSecond === 0) return;
  const verdict = take(calls, key, nowMs);
  headers.set("RateLimit-Policy", `"default";q=${CALLS.burst};w=${Math.ceil(CALLS.burst / CALLS.perSecond)}`);
  headers.set("RateLimit", `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`);
  headers.set("RateLimit-Limit", String(CALLS.burst));
  headers.set("RateLimit-Remaining", String(verdict.remaining));
  headers.set("RateLimit-Reset", String(verdict.resetSeconds));
  if (!verdict.allowed) throw tooMany("Too many calls for now.", verdict);
}

/**
 * Count one call that came with wrong credentials.
 * @throws ProblemError 429 with Retry-After.
 */
export function requireWrongCredentialsLeft(address: string, nowMs: number): void {
  const verdict = take(wrongCredentials, toAddressKey(address), nowMs);
  if (!verdict.allowed) throw tooMany("Too many calls with wrong credentials.", verdict);
}

function take(counted: Buckets, key: string, nowMs: number): RateDecision {
  const { limit, buckets } = counted;
  const { verdict, bucket } = takeToken(buckets.get(key), nowMs, limit);
  if (buckets.size >= MAX_BUCKETS && nowMs > counted.lastSweep + SWEEP_EVERY_MS) {
    counted.lastSweep = nowMs;
    for (const [kept, each] of buckets) if (isFull(each, nowMs, limit)) buckets.delete(kept);
  }
  buckets.set(key, bucket);
  // One caller may have any number of addresses: the oldest buckets are dropped and start full again.
  for (const oldest of buckets.keys()) {
    if (buckets.size <= MAX_BUCKETS) break;
    buckets.delete(oldest);
  }
  return verdict;
}

const tooMany = (detail: string, { retryAfterSeconds }: RateDecision): ProblemError =>
  new ProblemError("too_many_requests", detail, { headers: { "Retry-After": String(retryAfterSeconds) } });
