/** Charges a process runs at once: they mostly wait for the gateway. */
export const MOST_IN_FLIGHT = 64;
/** However busy the machine: what is due must get done. */
export const LEAST_IN_FLIGHT = 8;
/** The share of the processors' time that is to stay free: who asks for a page must not find all of them taken. */
const LEFT_FREE = 0.4;
const LESS = 0.7;
const MORE = 4;

/** What the machine's processors have done, in any unit of time. */
export type CpuUse = { busy: number; idle: number };

/**
 * How many charges to run at once from now on, by what the machine has done since the last time: quickly fewer while its
 * processors are nearly full, step by step more while there is room.
 */
export function findPlaces(places: number, { busy, idle }: CpuUse): number {
  const isFull = busy > 0 && idle / (busy + idle) < LEFT_FREE;
  return isFull
    ? Math.max(LEAST_IN_FLIGHT, Math.floor(places * LESS))
    : Math.min(MOST_IN_FLIGHT, places + MORE);
}

/** Linux counts in steps of so many milliseconds. */
const STEP_MS = 10;

/** What all processors have waited for a disk, in milliseconds. @param account the text of /proc/stat, proc_stat(5) */
export function toDiskWait(account: string): number {
  const [, waited] = /^cpu +\d+ \d+ \d+ \d+ (\d+)/m.exec(account) ?? [];
  return Number(waited ?? 0) * STEP_MS;
}
