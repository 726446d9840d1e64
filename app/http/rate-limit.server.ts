import { ProblemError } from "~/http/problem";
import { type Bucket, isFull, takeToken } from "~/http/rate-limit";
import { env } from "~/lib/env.server";

const LIMIT = { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST };
/** In this process only: n web processes allow n times the rate, and no request waits for a shared counter. */
const buckets = new Map<string, Bucket>();
const MAX_BUCKETS = 100_000;
/** Only keys that exist have a bucket, so their number is bounded; a sweep must not run on every call. */
const SWEEP_EVERY_MS = 10_000;
let lastSweep = 0;

/**
 * Count one merchant call of a key; sets RateLimit headers. RATE_LIMIT_PER_SECOND=0 switches it off.
 * @throws ProblemError 429 with Retry-After.
 */
export function requireWithinRateLimit(key: string, nowMs: number, headers: Map<string, string>): void {
  if (LIMIT.perSecond === 0) return;
  const { verdict, bucket } = takeToken(buckets.get(key), nowMs, LIMIT);
  if (buckets.size >= MAX_BUCKETS && nowMs > lastSweep + SWEEP_EVERY_MS) dropFullBuckets(nowMs);
  buckets.set(key, bucket);
  headers.set("RateLimit-Policy", `"default";q=${LIMIT.burst};w=${Math.ceil(LIMIT.burst / LIMIT.perSecond)}`);
  headers.set("RateLimit", `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`);
  headers.set("RateLimit-Limit", String(LIMIT.burst));
  headers.set("RateLimit-Remaining", String(verdict.remaining));
  headers.set("RateLimit-Reset", String(verdict.resetSeconds));
  if (!verdict.allowed) {
    throw new ProblemError("too_many_requests", "Too many calls for now.", {
      headers: { "Retry-After": String(verdict.retryAfterSeconds) },
    });
  }
}

function dropFullBuckets(nowMs: number): void {
  lastSweep = nowMs;
  for (const [key, bucket] of buckets) if (isFull(bucket, nowMs, LIMIT)) buckets.delete(key);
}
