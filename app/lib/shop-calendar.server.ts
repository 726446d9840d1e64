import { Temporal } from "temporal-polyfill";

/**
 * Whole days of a time zone from the day of `now` on: `days` 7 is today and the six days after it. `to` is the last
 * millisecond. Where a clock change skips midnight, the day begins at its first instant.
 */
export function toDaySpan(now: Date, timeZone: string, days: number): { from: Date; to: Date } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  const end = today.add({ days }).startOfDay();
  return { from: new Date(today.epochMilliseconds), to: new Date(end.epochMilliseconds - 1) };
}

/** The instant at which a day (`2026-11-21`) of the zone begins, or one so many days later. */
export const startOfDay = (day: string, timeZone: string, daysLater: number): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds);
