/** Charges a process runs at once: they mostly wait for the gateway. */
export const MOST_IN_FLIGHT = 64;
/** However busy the machine is: what is due must get done. */
export const LEAST_IN_FLIGHT = 8;
/** The share of processor time to leave free, for web requests. */
const LEFT_FREE = 0.4;
const LESS = 0.7;
const MORE = 4;

/** Processor time of the machine, in any unit. */
export type CpuUse = { busy: number; idle: number };

/**
 * How many charges to run at once from now on, by the processors' load since the last time: quickly fewer while they
 * are nearly fully used, gradually more while there is room.
 */
export function findPlaces(places: number, { busy, idle }: CpuUse): number {
  const isFull = busy > 0 && idle / (busy + idle) < LEFT_FREE;
  return isFull
    ? Math.max(LEAST_IN_FLIGHT, Math.floor(places * LESS))
    : Math.min(MOST_IN_FLIGHT, places + MORE);
}

/** Linux counts in units of this many milliseconds. */
const STEP_MS = 10;

/**
 * Time that all processors together have waited for a disk, in milliseconds. @param account the text of /proc/stat,
 * see proc_stat(5)
 */
export function toDiskWait(account: string): number {
  const [, waited] = /^cpu +\d+ \d+ \d+ \d+ (\d+)/m.exec(account) ?? [];
  return Number(waited ?? 0) * STEP_MS;
}
