/** Numbers that look random and are the same for the same seed, so that the demo shop is the same everywhere. */
export type Random = {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** True in `share` of the cases (0–1). */
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  uuid(): string;
};

/** Mulberry32: small, and good enough for made-up customers. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  function pick<T>(from: readonly T[]): T {
    const chosen = from[int(0, from.length - 1)];
    if (chosen === undefined) throw new Error("there is nothing to pick from");
    return chosen;
  }
  return {
    int,
    pick,
    chance: (share) => next() < share,
    shuffle(list) {
      const keyed = list.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
    uuid() {
      const hex = Array.from({ length: 8 }, () => int(0, 0xffff).toString(16).padStart(4, "0")).join("");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
