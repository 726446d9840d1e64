import { DAY_MS } from "~/lib/days";

const MINUTE_MS = 60_000;

/**
 * Pauses between look-ups of a charge whose outcome is unknown: 5 minutes, 1 hour, then a day, five times. After that a
 * person has to decide (docs/design.md "Money").
 */
const PAUSES_MS = [5 * MINUTE_MS, 60 * MINUTE_MS, ...Array.from({ length: 5 }, () => DAY_MS)];

/** Bank debits take up to 14 business days. A payment that is still pending after this is left to a person as well. */
const MOST_PENDING_MS = 30 * DAY_MS;

/**
 * When the next look-up is, after `looks` of them; null = no more.
 *
 * @param pendingSince when the charge was made, if the gateway says that it is on its way: daily, until it has an
 *   outcome
 */
export function findNextLookUp(looks: number, now: Date, pendingSince: Date | null = null): Date | null {
  const isOnItsWay = pendingSince !== null && now.getTime() - pendingSince.getTime() < MOST_PENDING_MS;
  const pause = PAUSES_MS[looks] ?? (isOnItsWay ? DAY_MS : null);
  return pause === null ? null : new Date(now.getTime() + pause);
}
