import { DAY_MS } from "~/lib/days";

/** So many days from now by the real clock, which requests use, too. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** The same at nine in the morning (UTC), so that a date asked for twice is the same instant. */
export const inDaysAtNine = (days: number): Date =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + 9 * 3_600_000);
