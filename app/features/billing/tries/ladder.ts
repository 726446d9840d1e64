import { DAY_MS } from "~/lib/days";

const MINUTE_MS = 60_000;

/**
 * How long after the last look a charge of which nobody knows is looked up again: 5 minutes, 1 hour, then five times a
 * day. After that a person has to (platform-and-billing §10).
 */
const PAUSES_MS = [5 * MINUTE_MS, 60 * MINUTE_MS, ...Array.from({ length: 5 }, () => DAY_MS)];

/** When to look next after so many looks; null = no more. */
export function findNextLook(looks: number, now: Date): Date | null {
  const pause = PAUSES_MS[looks];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
