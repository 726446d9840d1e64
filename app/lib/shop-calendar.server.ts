import { LRUCache } from "lru-cache";
import { Temporal } from "temporal-polyfill";
import { isUsualDay } from "~/lib/schemas/calendar-day";
import { DAY_MS } from "./days";
import { toDayString } from "./format";

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

/** Zones whose days are kept; a process serves shops of few. */
const ZONES = 100;
const readers = new LRUCache<string, ReturnType<typeof createDayReader>>({ max: ZONES });

/**
 * The day (`2026-03-31`) of instants in a time zone, for very many of them: the zone is looked up once for each UTC
 * day, in which at most one day of the zone begins.
 */
export function toDayReader(timeZone: string): (instant: Date) => string {
  const kept = readers.get(timeZone);
  if (kept) return kept;
  const read = createDayReader(timeZone);
  readers.set(timeZone, read);
  return read;
}

function createDayReader(timeZone: string): (instant: Date) => string {
  const known = new Map<number, { first: string; last: string; changesAt: number }>();
  return (instant) => {
    const time = instant.getTime();
    const utcDay = Math.floor(time / DAY_MS);
    let days = known.get(utcDay);
    if (!days) {
      const first = toDayString(new Date(utcDay * DAY_MS), timeZone);
      const last = toDayString(new Date((utcDay + 1) * DAY_MS - 1), timeZone);
      days = { first, last, changesAt: startOfDay(last, timeZone, 0).getTime() };
      known.set(utcDay, days);
    }
    return time < days.changesAt ? days.first : days.last;
  };
}

/** The instant at which the day `daysLater` days after a day (`2026-11-21`) begins in the time zone. */
export const startOfDay = (day: string, timeZone: string, daysLater: number): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds);

/** @returns the instant of a day and time as a field sends them (`2026-11-21T09:30`), in the time zone; null for others */
export function readLocalTime(text: string, timeZone: string): Date | null {
  if (
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/.test(text) ||
    !isUsualDay(text.slice(0, 10))
  )
    return null;
  try {
    return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds);
  } catch {
    // There is no such day or no such time.
    return null;
  }
}
