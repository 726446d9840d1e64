/** What authentication asks the database at most every two seconds: short enough for a revocation, and no second query a call. */
const LIFETIME_MS = 2000;
const MAX_ENTRIES = 10_000;

export type ShortCache<T> = {
  /** What `load` found for this key within the last two seconds; what was not found is asked again. */
  get(key: string, now: Date, load: () => Promise<T | null>): Promise<T | null>;
  forget(key: string): boolean;
};

/** What is still being asked stands in it too: a busy key's calls then share one query instead of all sending it. */
export function createShortCache<T>(): ShortCache<T> {
  const entries = new Map<string, { value: Promise<T | null>; until: number }>();
  return {
    get(key, now, load) {
      const cached = entries.get(key);
      if (cached && cached.until > now.getTime()) return cached.value;
      const entry = { value: load(), until: now.getTime() + LIFETIME_MS };
      // Unless it was forgotten meanwhile, and perhaps asked for anew: then another entry stands here.
      const drop = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      entry.value.then((value) => value ?? drop(), drop);
      // Again at the end of the map: what stands first is the least recently asked.
      entries.delete(key);
      entries.set(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ENTRIES) break;
        entries.delete(oldest);
      }
      return entry.value;
    },
    forget: (key) => entries.delete(key),
  };
}
