import type { PrincipalShop } from "~/access/principal";
import { toPreviousRange } from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { toListHref } from "~/features/insights/facts/list-url.server";
import type { InsightRange } from "~/features/insights/facts/overview.service.server";
import type { OverviewNumber } from "~/features/insights/records/record-parts";
import { type NumberPoint, readPageNumbers } from "./number-points.service.server";
import type { OverviewState } from "./overview-url";
import { readPageRange } from "./page-range.server";

/** Input of a page of the insights. */
export type PageQuestion = { shop: PrincipalShop; state: OverviewState; now: Date };

/** Some numbers over time, in the order of the page's `dates`. */
type Series = Partial<Record<NumberName, (number | null)[]>>;

/**
 * @field spark the number by intervals of the range @field href of the list whose total or sum it is; null: no list has
 *   it
 */
type NumberTile = Omit<OverviewNumber, "listUrl"> & {
  href: string | null;
  previousHref: string | null;
  spark: (number | null)[];
};

/** Numbers as a page shows them, each with its trend. */
const toTiles = (
  numbers: readonly Omit<OverviewNumber, "listUrl">[],
  points: readonly NumberPoint[],
  range: InsightRange,
  place: { today: string; timeZone: string },
): NumberTile[] =>
  numbers.map((number) => ({
    ...number,
    href: toListHref(number.name, range, place),
    previousHref: toListHref(number.name, toPreviousRange(range), place),
    spark: points
      .map((point) => point.numbers[number.name])
      .map((value) => (value === null ? null : Number(value.toPrecision(4)))),
  }));

/**
 * What all pages of the insights have: days and controls, some numbers with those of the previous period, and some over
 * time. `isEmpty`: the shop has no facts at all.
 *
 * @param more further data of the page, read concurrently
 */
export async function readNumbersPage<More extends object>(
  { shop, state, now }: PageQuestion,
  path: string,
  {
    tiles,
    series,
    before = [],
  }: { tiles: readonly NumberName[]; series: NumberName[]; before?: NumberName[] },
  more: (range: InsightRange) => Promise<More>,
) {
  const { range, interval, ...controls } = readPageRange(state, shop, now, path);
  const [read, others] = await Promise.all([
    readPageNumbers(shop, range, interval, { hasPointsBefore: before.length > 0 }),
    more(range),
  ]);
  const { numbers, points, pointsBefore, ...days } = read;
  const shown = tiles.flatMap((name) => numbers.filter((number) => number.name === name));
  return {
    ...days,
    ...controls,
    interval,
    isEmpty: days.currencies.length === 0,
    dates: points.map(({ date }) => date),
    tiles: toTiles(shown, points, range, { today: controls.today, timeZone: shop.timeZone }),
    series: toSeries(series, (name) => points.map((point) => point.numbers[name])),
    // Calendar intervals: the previous period may have one more or one less.
    seriesBefore: toSeries(before, (name) => points.map((_, at) => pointsBefore[at]?.numbers[name] ?? null)),
    ...others,
  };
}

const toSeries = (names: NumberName[], read: (name: NumberName) => (number | null)[]): Series =>
  Object.fromEntries(names.map((name) => [name, read(name)]));
