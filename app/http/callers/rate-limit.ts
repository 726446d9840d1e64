/**
 * Token bucket per key, without a timer: exact burst, then exact rate. Source: wire.md §1 "Merchant
 * authentication", docs/decisions/080-rate-limits-over-all-processes.md.
 */
export type RateLimit = { perSecond: number; burst: number };
export type RateDecision = {
  allowed: boolean;
  remaining: number;
  retryAfterSeconds: number;
  resetSeconds: number;
};
/**
 * How much was missing from the bucket, and when (ms). In thousandths of a token: `perSecond` of them are added each
 * millisecond, so with whole rates all arithmetic is in whole numbers and rounding errors cannot add up.
 */
export type Bucket = { missing: number; at: number };

const TOKEN = 1000;
/**
 * Calls are counted a little after they arrive, so their instants are not in order; a clock that is set back jumps by
 * more.
 */
const OUT_OF_ORDER_MS = 60_000;

/** What is missing at `nowMs`. A clock that was set back neither adds tokens nor removes any. */
const missingAt = (bucket: Bucket | undefined, nowMs: number, limit: RateLimit): number =>
  bucket ? Math.max(0, bucket.missing - Math.max(0, nowMs - bucket.at) * limit.perSecond) : 0;

/** The instant for which `missingAt` holds: no time counts twice. */
const toInstant = (bucket: Bucket | undefined, nowMs: number): number =>
  bucket && bucket.at > nowMs && bucket.at - nowMs < OUT_OF_ORDER_MS ? bucket.at : nowMs;

/**
 * Takes one token if there is one; returns the decision and the bucket to keep. A key without a bucket has a full one.
 */
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
    bucket: { missing, at: toInstant(bucket, nowMs) },
    verdict: {
      allowed,
      remaining: Math.max(0, Math.floor((capacity - missing) / TOKEN)),
      retryAfterSeconds: allowed ? 0 : Math.max(1, secondsFor(before + TOKEN - capacity)),
      resetSeconds: secondsFor(missing),
    },
  };
}

/**
 * The bucket after others have taken tokens from it. Tokens taken beyond the last one are a debt, repaid before the
 * next is given, so that the rate holds in the long run. The debt is at most a whole bucket.
 */
export function takeByOthers(
  bucket: Bucket | undefined,
  nowMs: number,
  tokens: number,
  limit: RateLimit,
): Bucket {
  const missing = missingAt(bucket, nowMs, limit) + tokens * TOKEN;
  return { missing: Math.min(missing, 2 * limit.burst * TOKEN), at: toInstant(bucket, nowMs) };
}

/** Tokens missing at `nowMs`, including fractions. */
export const countMissing = (bucket: Bucket | undefined, nowMs: number, limit: RateLimit): number =>
  missingAt(bucket, nowMs, limit) / TOKEN;

/** A full bucket need not be kept. */
export const isFull = (bucket: Bucket, nowMs: number, limit: RateLimit): boolean =>
  missingAt(bucket, nowMs, limit) === 0;
