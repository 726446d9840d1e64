/**
 * Token bucket per key, without a timer: exact burst, then exact rate. (The library in use for sign-in throttling
 * counts in fixed windows, which cannot say "burst 1,000, then 100 a second".) Source: wire.md §1 "Merchant
 * authentication", docs/decisions/003-rate-limit-in-process.md.
 */
export type RateLimit = { perSecond: number; burst: number };
export type RateDecision = {
  allowed: boolean;
  remaining: number;
  retryAfterSeconds: number;
  resetSeconds: number;
};
/**
 * How much was missing from the bucket, and when (ms). In thousandths of a token: `perSecond` of them flow in each
 * millisecond, so with whole rates all arithmetic is in whole numbers and no rounding adds up.
 */
export type Bucket = { missing: number; at: number };

const TOKEN = 1000;

/** What is missing at `nowMs`. A clock that was set back neither adds tokens nor takes any. */
const missingAt = (bucket: Bucket | undefined, nowMs: number, limit: RateLimit): number =>
  bucket ? Math.max(0, bucket.missing - Math.max(0, nowMs - bucket.at) * limit.perSecond) : 0;

/** Take one token if there is one; returns the verdict and the bucket to keep. A key without a bucket has a full one. */
export function takeToken(
  bucket: Bucket | undefined,
  nowMs: number,
  limit: RateLimit,
): { verdict: RateDecision; bucket: Bucket } {
  const capacity = limit.burst * TOKEN;
  const before = missingAt(bucket, nowMs, limit);
  const allowed = before + TOKEN <= capacity;
  const missing = allowed ? before + TOKEN : before;
  const secondsFor = (amount: number) => Math.ceil(amount / limit.perSecond / 1000);
  return {
    bucket: { missing, at: nowMs },
    verdict: {
      allowed,
      remaining: Math.floor((capacity - missing) / TOKEN),
      retryAfterSeconds: allowed ? 0 : Math.max(1, secondsFor(before + TOKEN - capacity)),
      resetSeconds: secondsFor(missing),
    },
  };
}

/** A full bucket need not be kept. */
export const isFull = (bucket: Bucket, nowMs: number, limit: RateLimit): boolean =>
  missingAt(bucket, nowMs, limit) === 0;
