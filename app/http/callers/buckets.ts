import {
  type Bucket,
  countMissing,
  isFull,
  type RateDecision,
  type RateLimit,
  takeByOthers,
  takeToken,
} from "~/http/callers/rate-limit";

/** Of a key: how many tokens. */
export type Count = readonly [key: string, tokens: number];

const MAX_BUCKETS = 100_000;
/** So that a full map is not swept on every call. */
const SWEEP_EVERY_MS = 10_000;
/** Others hear of this share of a burst at once, of less a moment later. */
const MUCH = 0.01;
/** A key that is longer is counted here alone; ours are far shorter. */
const LONGEST_TOLD = 100;

/**
 * The buckets of one kind of limit in this process. Where several processes share a limit, each tells the others what it
 * has let through (`listUntold`) and takes what they tell out of its own buckets (`hear`).
 *
 * @param usual the limit of keys that have none of their own
 */
export function createBuckets(usual: RateLimit) {
  const buckets = new Map<string, { bucket: Bucket; limit: RateLimit }>();
  let lastSweep = 0;
  let untold = new Map<string, number>();
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
    /** Take one token. */
    take(key: string, nowMs: number, limit = usual): RateDecision {
      const { verdict, bucket } = takeToken(buckets.get(key)?.bucket, nowMs, limit);
      keep(key, bucket, limit, nowMs);
      if (verdict.allowed && onTaken && key.length <= LONGEST_TOLD) {
        const tokens = (untold.get(key) ?? 0) + 1;
        untold.set(key, tokens);
        onTaken(tokens >= limit.burst * MUCH);
      }
      return verdict;
    },

    /** From now on what is taken is remembered for others. @param told whenever something is; `isMuch`: they should know now */
    share(told: (isMuch: boolean) => void): void {
      onTaken = told;
    },

    /** What was taken since it was last asked for. */
    listUntold(): Count[] {
      const counts = [...untold];
      untold = new Map();
      return counts;
    },

    /** Others have taken this. */
    hear(counts: readonly Count[], nowMs: number): void {
      for (const [key, tokens] of counts) {
        const known = buckets.get(key);
        const limit = known?.limit ?? usual;
        keep(key, takeByOthers(known?.bucket, nowMs, tokens, limit), limit, nowMs);
      }
    },

    /** What is missing where it is worth telling: a process that has just begun knows of nothing. */
    listMissing(nowMs: number): Count[] {
      const counts: Count[] = [];
      for (const [key, { bucket, limit }] of buckets) {
        const missing = countMissing(bucket, nowMs, limit);
        if (missing >= limit.burst * MUCH && key.length <= LONGEST_TOLD)
          counts.push([key, Math.round(missing)]);
      }
      return counts;
    },

    /** Another process knows that at least this is missing. */
    hearMissing(counts: readonly Count[], nowMs: number): void {
      for (const [key, tokens] of counts) {
        const known = buckets.get(key);
        const limit = known?.limit ?? usual;
        const more = tokens - countMissing(known?.bucket, nowMs, limit);
        if (more > 0) keep(key, takeByOthers(known?.bucket, nowMs, more, limit), limit, nowMs);
      }
    },
  };
}

export type Buckets = ReturnType<typeof createBuckets>;
