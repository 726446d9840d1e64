import { Temporal } from "temporal-polyfill";

/** When a shop bills: the full hour of its day, in its time zone. */
export type BillingHour = { timeZone: string; hour: number };

/** A run also makes the orders of this many previous days; older ones wait for a person (wire.md §5). */
const DAYS_MADE_UP_FOR = 2;

const toZoned = (instant: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone);
const toDate = (zoned: Temporal.ZonedDateTime): Date => new Date(zoned.epochMilliseconds);

/** The hour of a day. If a clock change skips it, it is later by the gap; if it occurs twice, the first counts. */
const atHour = (day: Temporal.PlainDate, { timeZone, hour }: BillingHour): Temporal.ZonedDateTime =>
  day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) });

/**
 * Dates of the orders that are due at an instant: from `from` on, before `before`. An order is due on its own day in
 * the shop's time zone, from the billing hour on, and for two more days.
 */
export function toDueDates(now: Date, billing: BillingHour): { from: Date; before: Date } {
  const today = toZoned(now, billing.timeZone).toPlainDate();
  const hasCome = atHour(today, billing).epochMilliseconds <= now.getTime();
  const runDay = hasCome ? today : today.subtract({ days: 1 });
  return {
    from: toDate(runDay.subtract({ days: DAYS_MADE_UP_FOR }).toZonedDateTime(billing.timeZone)),
    before: toDate(runDay.add({ days: 1 }).toZonedDateTime(billing.timeZone)),
  };
}

/** When an order of this date is charged: at the billing hour of its day. */
export const toDueInstant = (billingDate: Date, billing: BillingHour): Date =>
  toDate(atHour(toZoned(billingDate, billing.timeZone).toPlainDate(), billing));

/** The billing hour this many days of the shop's calendar after an instant. */
export const daysAfterAtHour = (instant: Date, days: number, billing: BillingHour): Date =>
  toDate(atHour(toZoned(instant, billing.timeZone).toPlainDate().add({ days }), billing));
