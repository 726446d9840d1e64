import { LRUCache } from "lru-cache";

/**
 * Authentication asks the database at most once in this time: short enough for a revocation to take effect, and no
 * second query per call.
 */
const LIFETIME_MS = 2000;
const MAX_ENTRIES = 10_000;

export type ShortCache<T> = {
  /** What `load` found for this key within the last two seconds. A null is not kept. */
  get(key: string, now: Date, load: () => Promise<T | null>): Promise<T | null>;
  forget(key: string): boolean;
};

/**
 * Pending queries are kept too, so that simultaneous calls with one key share a query. The library limits the number of
 * entries; expiry follows the clock that is passed in, which the library's `ttl` cannot.
 */
export function createShortCache<T>(): ShortCache<T> {
  const entries = new LRUCache<string, { value: Promise<T | null>; until: number }>({ max: MAX_ENTRIES });
  return {
    get(key, now, load) {
      const cached = entries.get(key);
      if (cached && cached.until > now.getTime()) return cached.value;
      const entry = { value: load(), until: now.getTime() + LIFETIME_MS };
      // Unless the key was forgotten and loaded again meanwhile: then there is a newer entry.
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
