import {
  addDays,
  countDays,
  INTERVALS_OF_TIME,
  type IntervalOfTime,
  toMonth,
} from "~/features/insights/definitions/day-range";
import type { InsightRange } from "~/features/insights/facts/overview.service.server";
import { calendarDay, enumValue, textOfForm } from "~/http/request/query-parameters";
import { toDayString } from "~/lib/format";
import { type FieldError, invalidRequest } from "~/lib/problem";

/** Eleven years, so that a ten-year-old shop sees all of it. */
const MOST_DAYS = 4018;
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2999-12-31";

/** Parameters of all insights (wire.md §8). */
export const insightParameters = {
  from: calendarDay({
    description: "First day, in the shop's time zone. Default: 29 days before the last one.",
  }),
  to: calendarDay({ description: "Last day, inclusive. Default: today." }),
  currency: textOfForm(/^[A-Za-z]{3}$/, "Use a currency code of three letters, e.g. EUR.", {
    description: "Currency of the amounts; amounts in other currencies are left out. Default: the shop's.",
    example: "EUR",
  }),
};
export const intervalParameter = {
  interval: enumValue(INTERVALS_OF_TIME, {
    description:
      "Length of the interval of each point; weeks begin on Monday. Default: DAY for up to 92 days, WEEK for up to 366, MONTH beyond.",
  }),
};

type Asked = { from?: string; to?: string; currency?: string };
type Shop = { timeZone: string; currencyCode: string };

/**
 * The requested days, and today by the shop's clock and time zone.
 *
 * @param months if given, the default is this many calendar months up to the last day's, instead of 30 days
 * @throws ProblemError invalid_request naming `from` or `to`
 */
export function toInsightRange(
  { from, to, currency }: Asked,
  shop: Shop,
  now: Date,
  { months }: { months?: number } = {},
): { range: InsightRange; today: string } {
  const today = toDayString(now, shop.timeZone);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? (months === undefined ? addDays(last, -29) : toFirstMonth(last, months));
  const errors: FieldError[] = [];
  const refuse = (parameter: string, detail: string) =>
    errors.push({ parameter, code: "out_of_range", detail });
  if (first < FIRST_DAY || first > LAST_DAY) refuse("from", `Use a day from ${FIRST_DAY} to ${LAST_DAY}.`);
  if (last < FIRST_DAY || last > LAST_DAY) refuse("to", `Use a day from ${FIRST_DAY} to ${LAST_DAY}.`);
  const range = { from: first, to: last, currencyCode: currency?.toUpperCase() ?? shop.currencyCode };
  if (errors.length === 0 && last < first) refuse("to", "The last day is before the first one.");
  if (errors.length === 0 && countDays(range) > MOST_DAYS)
    refuse("from", `Ask for at most ${MOST_DAYS.toLocaleString("en")} days.`);
  if (errors.length > 0) throw invalidRequest(errors);
  return { range, today };
}

/** The first day of a range of this many calendar months that ends with a day's month. */
function toFirstMonth(day: string, months: number): string {
  let month = toMonth(day);
  for (let count = 1; count < months; count++) month = toMonth(addDays(month, -1));
  return month;
}

export function toInterval(asked: IntervalOfTime | undefined, range: InsightRange): IntervalOfTime {
  if (asked) return asked;
  const days = countDays(range);
  return days <= 92 ? "DAY" : days <= 366 ? "WEEK" : "MONTH";
}
