import { LRUCache } from "lru-cache";
import { Temporal } from "temporal-polyfill";
import { DAY_MS } from "~/lib/days";
import { type BillingSchedule, billingSlots } from "./schedule";

/** How many policies are cached with their days: contracts created on the same day with the same policy share them. */
const MOST_LISTS = 20_000;
/** Zones times days. */
const MOST_OFFSETS = 50_000;

/** The days of one schedule later than a day, as far as they have been needed. */
type Days = { known: number[]; more: Generator<Date> };
const lists = new LRUCache<string, Days>({ max: MOST_LISTS });
const offsets = new LRUCache<string, { ms: number | null }>({ max: MOST_OFFSETS });

/**
 * The same slots as `billingSlots`, for callers that plan many contracts: the days of a policy are computed once, in a
 * calendar without clock changes, and each contract adds its own time of day. Near a clock change of the time zone the
 * contract's own slots are computed.
 *
 * @throws RangeError as `billingSlots`
 */
export function* sharedBillingSlots(
  schedule: BillingSchedule,
  timeZone: string,
  after: Date,
): Generator<Date> {
  const start = toWallClock(schedule.start, timeZone);
  const from = toWallClock(after, timeZone);
  if (!start || !from) return yield* billingSlots(schedule, timeZone, after);
  const days = requireDays(schedule, start.day, from.time < start.time ? from.day - 1 : from.day);
  let last = after;
  for (let index = 0; ; index++) {
    const day = dayAt(days, index);
    const offset = findSteadyOffset(timeZone, day);
    if (offset === null) return yield* billingSlots(schedule, timeZone, last);
    last = new Date(day * DAY_MS + start.time - offset);
    yield last;
  }
}

/** Day since 1970 and milliseconds of that day, by the time zone's clocks; null near a clock change. */
function toWallClock(instant: Date, timeZone: string): { day: number; time: number } | null {
  const offset = findSteadyOffset(timeZone, Math.floor(instant.getTime() / DAY_MS));
  if (offset === null) return null;
  const local = instant.getTime() + offset;
  const day = Math.floor(local / DAY_MS);
  return { day, time: local - day * DAY_MS };
}

/** Offset of the time zone from UTC over the whole day, the day before and the day after; null when it changes. */
function findSteadyOffset(timeZone: string, day: number): number | null {
  const key = `${day} ${timeZone}`;
  const known = offsets.get(key);
  if (known) return known.ms;
  const [first, ...others] = [-1, 0, 1, 2].map(
    (days) =>
      Temporal.Instant.fromEpochMilliseconds((day + days) * DAY_MS).toZonedDateTimeISO(timeZone)
        .offsetNanoseconds / 1e6,
  );
  const ms = first !== undefined && others.every((offset) => offset === first) ? first : null;
  offsets.set(key, { ms });
  return ms;
}

function requireDays(
  { interval, intervalCount, anchors }: BillingSchedule,
  start: number,
  after: number,
): Days {
  const key = `${interval} ${intervalCount} ${start} ${after} ${anchors.map(({ day, month }) => `${day}/${month}`)}`;
  let days = lists.get(key);
  if (!days) {
    const policy = { interval, intervalCount, anchors, start: new Date(start * DAY_MS) };
    days = { known: [], more: billingSlots(policy, "UTC", new Date(after * DAY_MS)) };
    lists.set(key, days);
  }
  return days;
}

function dayAt({ known, more }: Days, index: number): number {
  while (known.length <= index) known.push(Number(more.next().value) / DAY_MS);
  return known[index] as number;
}
