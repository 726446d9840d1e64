import { Temporal } from "temporal-polyfill";
import { DAY_MS } from "~/lib/days";
import type { Anchor } from "~db/schema/contracts";
import type { Interval } from "~db/schema/intervals";

/**
 * The dates of a contract's orders (wire.md §2, operation 8). Steps are counted from `start`, never from the previous
 * slot: 31 Jan → 28 Feb → 31 Mar. All arithmetic is on the wall clock of the shop's time zone, so the local time stays
 * the same across clock changes; a time that a change skips moves forward by the gap, and of a time that occurs twice
 * the first counts.
 */
export type BillingSchedule = {
  interval: Interval;
  intervalCount: number;
  /**
   * Fixed days within each period: weekday 1 (Monday) – 7, day of month, or month and day. Several anchors give several
   * orders per period. Days beyond a month's end fall on its last day. A policy by days has none.
   */
  anchors: readonly Anchor[];
  /** The first slot, from which steps are counted. */
  start: Date;
};

const STEP_UNIT = { DAY: "days", WEEK: "weeks", MONTH: "months", YEAR: "years" } as const;

/**
 * The slots later than `after`, soonest first, without end. None is before `start`.
 *
 * @throws RangeError for a time zone that Intl does not know, or past the calendar's end.
 */
export function* billingSlots(schedule: BillingSchedule, timeZone: string, after: Date): Generator<Date> {
  const start = toLocal(schedule.start, timeZone);
  const reference = after > schedule.start ? toLocal(after, timeZone) : start;
  // Not from step 0: an old contract must not cost more than a new one. One step back is enough, since clamping and
  // clock changes move a slot by less than an interval.
  let step = Math.max(
    0,
    Math.floor(unitsBetween(start, reference, schedule.interval) / schedule.intervalCount) - 1,
  );
  // Rises with every slot: where a time zone skipped a whole day (Samoa, 2011), two slots would be the same instant.
  let last = after;
  for (; ; step++) {
    for (const local of slotsOfStep(schedule, start, step)) {
      const slot = new Date(local.toZonedDateTime(timeZone).epochMilliseconds);
      if (slot <= last || slot < schedule.start) continue;
      last = slot;
      yield slot;
    }
  }
}

/** The next `count` slots later than `after`. */
export function listNextSlots(
  schedule: BillingSchedule,
  timeZone: string,
  after: Date,
  count: number,
): Date[] {
  const slots: Date[] = [];
  if (count > 0)
    for (const slot of billingSlots(schedule, timeZone, after)) if (slots.push(slot) === count) break;
  return slots;
}

/** Moves a past date forward by whole intervals to the first one not before `now`; a future date stays. */
export function rollForward(schedule: BillingSchedule, timeZone: string, now: Date): Date {
  if (schedule.start >= now) return schedule.start;
  const [slot] = listNextSlots(schedule, timeZone, new Date(now.getTime() - 1), 1);
  if (!slot) throw new Error("a schedule without end has ended");
  return slot;
}

const toLocal = (instant: Date, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime();

function unitsBetween(from: Temporal.PlainDateTime, to: Temporal.PlainDateTime, interval: Interval): number {
  if (interval === "YEAR") return to.year - from.year;
  if (interval === "MONTH") return (to.year - from.year) * 12 + to.month - from.month;
  const days =
    (Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / DAY_MS;
  return interval === "WEEK" ? days / 7 : days;
}

function slotsOfStep(
  { interval, intervalCount, anchors }: BillingSchedule,
  start: Temporal.PlainDateTime,
  step: number,
): Temporal.PlainDateTime[] {
  const base = step === 0 ? start : start.add({ [STEP_UNIT[interval]]: step * intervalCount });
  if (interval === "DAY" || anchors.length === 0) return [base];
  const slots = anchors.flatMap(({ day, month }) => {
    if (day === null) return [];
    if (interval === "WEEK") return [base.add({ days: day - base.dayOfWeek })];
    return [interval === "MONTH" ? base.with({ day }) : base.with({ month: month ?? start.month, day })];
  });
  if (slots.length === 0) return [base];
  const sorted = slots.sort(Temporal.PlainDateTime.compare);
  // In February the 30th and the 31st fall on the same day.
  return sorted.filter((slot, index) => {
    const before = sorted[index - 1];
    return before === undefined || !slot.equals(before);
  });
}
