import { Temporal } from "temporal-polyfill";
import { DAY_MS } from "~/lib/days";

/** Days of the shop, first and last: `2026-03-01`. */
export type DayRange = { from: string; to: string };

export const INTERVALS_OF_TIME = ["DAY", "WEEK", "MONTH"] as const;
/** Length of a point: a day, a week from Monday on, a calendar month. */
export type IntervalOfTime = (typeof INTERVALS_OF_TIME)[number];

const toDate = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day);

const toDayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const fromDayNumber = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

// Dates alone have no time zone or clock changes: plain counting, since pages need hundreds of them.
export const addDays = (day: string, days: number): string => fromDayNumber(toDayNumber(day) + days);

/** How many days, including both ends. */
export const countDays = ({ from, to }: DayRange): number => toDayNumber(to) - toDayNumber(from) + 1;

/** The same number of days directly before: what a range is compared with. */
export const toPreviousRange = (range: DayRange): DayRange => ({
  from: addDays(range.from, -countDays(range)),
  to: addDays(range.from, -1),
});

/** The first days of all intervals of a range, in order, including those in which nothing happened. */
export function listPointDates(range: DayRange, interval: IntervalOfTime): string[] {
  const dates: string[] = [];
  let date = toDate(range.from);
  const end = toDate(range.to);
  while (Temporal.PlainDate.compare(date, end) <= 0) {
    dates.push(date.toString());
    if (interval === "DAY") date = date.add({ days: 1 });
    else if (interval === "WEEK") date = date.add({ days: 8 - date.dayOfWeek });
    else date = date.with({ day: 1 }).add({ months: 1 });
  }
  return dates;
}

export const toMonth = (day: string): string => `${day.slice(0, 7)}-01`;
/** @param month its first day */
export const toMonthEnd = (month: string): string => addDays(toMonth(addDays(month, 31)), -1);

/** The whole months of a range, as days, and the remaining days. */
export function splitMonths(range: DayRange): { months: DayRange | null; days: DayRange[] } {
  const { from, to } = range;
  const first = from === toMonth(from) ? from : toMonth(addDays(toMonth(from), 31));
  const end = toMonth(addDays(to, 1));
  if (first >= end) return { months: null, days: [range] };
  const beside = [
    { from, to: addDays(first, -1) },
    { from: end, to },
  ];
  return {
    months: { from: first, to: addDays(end, -1) },
    days: beside.filter((days) => days.from <= days.to),
  };
}

/** The first days of the months of a range. */
export const listMonths = ({ from, to }: DayRange): string[] =>
  listPointDates({ from: toMonth(from), to }, "MONTH");

/** Whole months from one first of a month to another. */
export const countMonths = (from: string, to: string): number =>
  toDate(from).until(toDate(to), { largestUnit: "month" }).months;
