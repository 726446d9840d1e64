import { LRUCache } from "lru-cache";

/** What authentication asks the database at most every two seconds: short enough for a revocation, and no second query a call. */
const LIFETIME_MS = 2000;
const MAX_ENTRIES = 10_000;

export type ShortCache<T> = {
  /** What `load` found for this key within the last two seconds; what was not found is asked again. */
  get(key: string, now: Date, load: () => Promise<T | null>): Promise<T | null>;
  forget(key: string): boolean;
};

/**
 * What is still being asked stands in it too: a busy key's calls then share one query instead of all sending it. The
 * library keeps the number of entries; their end is told by the clock that is passed in, which its own `ttl` cannot.
 */
export function createShortCache<T>(): ShortCache<T> {
  const entries = new LRUCache<string, { value: Promise<T | null>; until: number }>({ max: MAX_ENTRIES });
  return {
    get(key, now, load) {
      const cached = entries.get(key);
      if (cached && cached.until > now.getTime()) return cached.value;
      const entry = { value: load(), until: now.getTime() + LIFETIME_MS };
      // Unless it was forgotten meanwhile, and perhaps asked for anew: then another entry stands here.
      const drop = () => {
        if (entries.peek(key) === entry) entries.delete(key);
      };
      entry.value.then((value) => value ?? drop(), drop);
      entries.set(key, entry);
      return entry.value;
    },
    forget: (key) => entries.delete(key),
  };
}
