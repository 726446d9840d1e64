/** Charges a process runs at once: they mostly wait for the gateway. */
export const MOST_IN_FLIGHT = 64;
/** However busy the machine: what is due must get done. */
export const LEAST_IN_FLIGHT = 16;
/** It waited longer for a processor than it had one: others want it. */
const BUSY_FROM = 0.5;
const LESS = 0.7;
const MORE = 4;

/** What a process has had of the processors, and how long it was ready to run and did not; any unit. */
export type CpuShare = { ran: number; waited: number };

/**
 * How many charges to run at once from now on, by what has happened since the last time: quickly fewer while others want
 * the processors, step by step more when nobody does.
 */
export function findPlaces(places: number, { ran, waited }: CpuShare): number {
  const isBusy = waited > 0 && waited / (ran + waited) > BUSY_FROM;
  return isBusy
    ? Math.max(LEAST_IN_FLIGHT, Math.floor(places * LESS))
    : Math.min(MOST_IN_FLIGHT, places + MORE);
}
