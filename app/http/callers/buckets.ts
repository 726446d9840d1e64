import {
  type Bucket,
  countMissing,
  isFull,
  type RateDecision,
  type RateLimit,
  takeByOthers,
  takeToken,
} from "./rate-limit";

/** Number of tokens of a key, and its limit: a process that has not seen the key does not know that it has its own. */
export type Count = readonly [key: string, tokens: number, limit: RateLimit];
/** A process of an earlier version does not say the limit. */
type ReceivedCount = readonly [key: string, tokens: number, limit?: RateLimit];

const MAX_BUCKETS = 100_000;
/** So that a full map is not swept on every call. */
const SWEEP_EVERY_MS = 10_000;
/** From this share of a burst on, tokens are reported to others at once; fewer are reported a moment later. */
const MUCH = 0.01;
/** Longer keys are only counted here; ours are far shorter. */
const LONGEST_REPORTED = 100;

/**
 * The buckets of one kind of limit in this process. If several processes share a limit, each reports to the others what
 * it has let through (`listUnreported`) and subtracts what they report from its own buckets (`receive`).
 *
 * @param usual the limit for keys without one of their own
 */
export function createBuckets(usual: RateLimit) {
  const buckets = new Map<string, { bucket: Bucket; limit: RateLimit }>();
  let lastSweep = 0;
  let unreported = new Map<string, { tokens: number; limit: RateLimit }>();
  let onTaken: ((isMuch: boolean) => void) | undefined;

  function keep(key: string, bucket: Bucket, limit: RateLimit, nowMs: number): void {
    if (buckets.size >= MAX_BUCKETS && nowMs > lastSweep + SWEEP_EVERY_MS) {
      lastSweep = nowMs;
      for (const [kept, each] of buckets) if (isFull(each.bucket, nowMs, each.limit)) buckets.delete(kept);
    }
    buckets.set(key, { bucket, limit });
    // One caller may have any number of addresses: the oldest buckets are dropped and start full again.
    for (const oldest of buckets.keys()) {
      if (buckets.size <= MAX_BUCKETS) break;
      buckets.delete(oldest);
    }
  }

  return {
    /** Takes one token. */
    take(key: string, nowMs: number, limit = usual): RateDecision {
      const { verdict, bucket } = takeToken(buckets.get(key)?.bucket, nowMs, limit);
      keep(key, bucket, limit, nowMs);
      if (verdict.allowed && onTaken && key.length <= LONGEST_REPORTED) {
        const tokens = (unreported.get(key)?.tokens ?? 0) + 1;
        unreported.set(key, { tokens, limit });
        onTaken(tokens >= limit.burst * MUCH);
      }
      return verdict;
    },

    /** From now on taken tokens are recorded for others. @param onTake called for each; `isMuch`: it should be reported now */
    share(onTake: (isMuch: boolean) => void): void {
      onTaken = onTake;
    },

    /** Tokens taken since the last call. */
    listUnreported(): Count[] {
      const counts = [...unreported].map(([key, { tokens, limit }]): Count => [key, tokens, limit]);
      unreported = new Map();
      return counts;
    },

    /** Subtracts tokens that others have taken. */
    receive(counts: readonly ReceivedCount[], nowMs: number): void {
      for (const [key, tokens, reported] of counts) {
        const known = buckets.get(key);
        const limit = reported ?? known?.limit ?? usual;
        keep(key, takeByOthers(known?.bucket, nowMs, tokens, limit), limit, nowMs);
      }
    },

    /** Missing tokens worth reporting, for a process that has just started and knows of none. */
    listMissing(nowMs: number): Count[] {
      const counts: Count[] = [];
      for (const [key, { bucket, limit }] of buckets) {
        const missing = countMissing(bucket, nowMs, limit);
        if (missing >= limit.burst * MUCH && key.length <= LONGEST_REPORTED)
          counts.push([key, Math.round(missing), limit]);
      }
      return counts;
    },

    /** Records that at least these are missing, as another process reports. */
    receiveMissing(counts: readonly ReceivedCount[], nowMs: number): void {
      for (const [key, tokens, reported] of counts) {
        const known = buckets.get(key);
        const limit = reported ?? known?.limit ?? usual;
        const more = tokens - countMissing(known?.bucket, nowMs, limit);
        if (more > 0) keep(key, takeByOthers(known?.bucket, nowMs, more, limit), limit, nowMs);
      }
    },
  };
}

export type Buckets = ReturnType<typeof createBuckets>;
