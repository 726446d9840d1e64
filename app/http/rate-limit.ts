/**
 * Token bucket per key by GCRA: one number a key, exact burst and rate, no timer. (The library in use for sign-in
 * throttling counts in fixed windows, which cannot say "burst 1,000, then 100 a second".)
 * Source: wire.md §1 "Merchant authentication".
 */
export type RateLimit = { perSecond: number; burst: number };
export type RateVerdict = {
  allowed: boolean;
  remaining: number;
  retryAfterSeconds: number;
  resetSeconds: number;
};

/** `fullAt` is when the bucket will be full again (ms); returns the verdict and the new value to keep. */
export function takeToken(
  fullAt: number | undefined,
  nowMs: number,
  limit: RateLimit,
): { verdict: RateVerdict; fullAt: number } {
  const stepMs = 1000 / limit.perSecond;
  const capacityMs = stepMs * limit.burst;
  // Never further ahead than an empty bucket is: a clock set back must not lock anybody out.
  const base = Math.max(Math.min(fullAt ?? 0, nowMs + capacityMs), nowMs);
  const next = base + stepMs;
  const allowed = next - nowMs <= capacityMs + 1e-6;
  const kept = allowed ? next : base;
  return {
    fullAt: kept,
    verdict: {
      allowed,
      remaining: Math.max(0, Math.floor((capacityMs - (kept - nowMs)) / stepMs + 1e-6)),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((next - nowMs - capacityMs) / 1000)),
      resetSeconds: Math.ceil((kept - nowMs) / 1000),
    },
  };
}
