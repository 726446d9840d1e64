import { DAY_MS } from "~/lib/days";

const MINUTE_MS = 60_000;

/**
 * Pauses between look-ups of a charge whose outcome is unknown: 5 minutes, 1 hour, then a day, five times. After that a
 * person has to decide (docs/design.md "Money").
 */
const PAUSES_MS = [5 * MINUTE_MS, 60 * MINUTE_MS, ...Array.from({ length: 5 }, () => DAY_MS)];

/** When the next look-up is, after `looks` of them; null = no more. */
export function findNextLookUp(looks: number, now: Date): Date | null {
  const pause = PAUSES_MS[looks];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
