import {
  addDays,
  countDays,
  type DayRange,
  type IntervalOfTime,
  listPointDates,
  toPreviousRange,
} from "~/features/insights/definitions/day-range";
import { type FactSum, FactTally } from "~/features/insights/definitions/fact-tally";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { computeNumbers, toNumberList } from "~/features/insights/definitions/overview";
import { findWholeFrom, sumFactsByInterval } from "~/features/insights/facts/fact-sums.repo.server";
import {
  type InsightRange,
  type InsightShop,
  listCurrencies,
} from "~/features/insights/facts/overview.service.server";
import type { Overview } from "~/features/insights/records/overview-record";
import type { OverviewNumber } from "~/features/insights/records/record-parts";

type Numbers = Record<NumberName, number | null>;
/** @field date first day of the interval @field numbers of the interval as if it were a range of its own */
export type NumberPoint = { date: string; numbers: Numbers };
type DatedSum = FactSum & { date: string | null };

/** Every number of the insights by day, week or month, by the same definitions as those of the whole range. */
export async function readNumberPoints(
  shop: InsightShop,
  range: InsightRange,
  interval: IntervalOfTime,
): Promise<NumberPoint[]> {
  const tallies = toTallies(await sumFactsByInterval(shop.id, range, interval), range.currencyCode);
  return toPoints(tallies, new FactTally(range.currencyCode), range, interval).points;
}

/** @field pointsBefore of the previous period, if requested */
type PageNumbers = Omit<Overview, "numbers"> & {
  numbers: Omit<OverviewNumber, "listUrl">[];
  points: NumberPoint[];
  pointsBefore: NumberPoint[];
};

/** The numbers of a range and of the previous period, in total and over time: consistent, by one statement. */
export async function readPageNumbers(
  shop: InsightShop,
  range: InsightRange,
  interval: IntervalOfTime,
  { hasPointsBefore }: { hasPointsBefore: boolean },
): Promise<PageNumbers> {
  const { currencyCode } = range;
  const previous = toPreviousRange(range);
  const asked = { from: previous.from, interval: hasPointsBefore ? interval : null };
  const [sums, wholeFrom] = await Promise.all([
    sumFactsByInterval(shop.id, range, interval, asked),
    findWholeFrom(shop.id),
  ]);
  const tallies = toTallies(sums, currencyCode);
  const opening = new FactTally(currencyCode);
  opening.include(tallies.get(null) ?? new FactTally(currencyCode));
  tallies.delete(null);
  const before = toPoints(tallies, opening, previous, asked.interval);
  const untilRange = new FactTally(currencyCode);
  untilRange.include(opening);
  untilRange.include(before.whole);
  const { points, whole } = toPoints(tallies, untilRange, range, interval);
  const days = countDays(range);
  return {
    ...range,
    previousFrom: previous.from,
    previousTo: previous.to,
    wholeFrom,
    currencies: listCurrencies(sums),
    numbers: toNumberList(
      computeNumbers(untilRange, whole, days),
      computeNumbers(opening, before.whole, days),
    ),
    points,
    pointsBefore: hasPointsBefore ? before.points : [],
  };
}

function toTallies(sums: readonly DatedSum[], currencyCode: string): Map<string | null, FactTally> {
  const tallies = new Map<string | null, FactTally>();
  for (const sum of sums) {
    let tally = tallies.get(sum.date);
    if (!tally) {
      tally = new FactTally(currencyCode);
      tallies.set(sum.date, tally);
    }
    tally.add(sum);
  }
  return tallies;
}

/**
 * The numbers of each interval of a range, and their total.
 *
 * @param tallies by the first days of the intervals; those under null precede the range, together with `opening`
 * @param interval null: the range is one interval
 */
function toPoints(
  tallies: ReadonlyMap<string | null, FactTally>,
  opening: FactTally,
  range: DayRange,
  interval: IntervalOfTime | null,
): { points: NumberPoint[]; whole: FactTally } {
  const none = new FactTally(opening.currencyCode);
  const whole = new FactTally(opening.currencyCode);
  const before = new FactTally(opening.currencyCode);
  before.include(opening);
  before.include(tallies.get(null) ?? none);
  const dates = interval === null ? [range.from] : listPointDates(range, interval);
  const points = dates.map((date, index) => {
    const next = dates[index + 1];
    const days = countDays({ from: date, to: next ? addDays(next, -1) : range.to });
    const within = tallies.get(date) ?? none;
    const numbers = computeNumbers(before, within, days);
    before.include(within);
    whole.include(within);
    return { date, numbers };
  });
  return { points, whole };
}
