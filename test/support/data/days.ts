import { Temporal } from "temporal-polyfill";
import { saveTestClock } from "~/access/test-clock.repo.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";

/** This many days from now by the real clock, which requests use, too. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** The same at nine in the morning (UTC), so that two calls give the same instant. */
export const inDaysAtNine = (days: number): Date =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + 9 * 3_600_000);

/**
 * The same day of the month this many months later, or the last day of a shorter month (UTC): `setUTCMonth` would go on
 * into the next.
 */
export const monthsAfter = (from: Date, months: number): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO("UTC").add({ months })
      .epochMilliseconds,
  );

/** The test shop's own clock stands at this instant. */
export const setShopClock = (shopId: number, now: Date): Promise<void> =>
  saveTestClock(db, { shopId, now, target: now, arrived: true, updatedAt: new Date() });
