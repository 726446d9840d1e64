import type { PrincipalShop } from "~/access/principal";
import { toPreviousRange } from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { toListHref } from "~/features/insights/facts/list-url.server";
import type { InsightRange, OverviewNumber } from "~/features/insights/facts/overview.service.server";
import { type NumberPoint, readPageNumbers } from "~/features/insights/pages/number-points.service.server";
import { INSIGHTS_PATH, type OverviewState } from "~/features/insights/pages/overview-url";
import { type AskedDays, readPageRange } from "~/features/insights/pages/page-range.server";

/**
 * @field spark the number by intervals of the range @field href of the list whose total or sum it is; null: no list has
 *   it
 */
export type OverviewTile = Omit<OverviewNumber, "listUrl"> & {
  href: string | null;
  previousHref: string | null;
  spark: (number | null)[];
};

/** Numbers as a page shows them, each with its course. */
export const toTiles = (
  numbers: readonly Omit<OverviewNumber, "listUrl">[],
  points: readonly NumberPoint[],
  range: InsightRange,
  place: { today: string; timeZone: string },
): OverviewTile[] =>
  numbers.map((number) => ({
    ...number,
    href: toListHref(number.name, range, place),
    previousHref: toListHref(number.name, toPreviousRange(range), place),
    spark: points
      .map((point) => point.numbers[number.name])
      .map((value) => (value === null ? null : Number(value.toPrecision(4)))),
  }));

/**
 * The overview: every number of the requested days compared with the previous period, its course, and its list; MRR and
 * its movements (docs/insights.md).
 */
export async function getOverviewPage(
  shop: PrincipalShop,
  state: OverviewState,
  schema: AskedDays,
  now: Date,
) {
  const { range, interval, ...frame } = readPageRange(state, schema, shop, now, INSIGHTS_PATH);
  const read = await readPageNumbers(shop, range, interval, { hasPointsBefore: true });
  const { numbers, points, pointsBefore, ...days } = read;
  const pick = (name: NumberName) => points.map((point) => point.numbers[name]);
  return {
    ...days,
    ...frame,
    interval,
    isEmpty: days.currencies.length === 0,
    dates: points.map(({ date }) => date),
    tiles: toTiles(numbers, points, range, { today: frame.today, timeZone: shop.timeZone }),
    mrr: pick("mrr"),
    // Calendar intervals: the previous period may have one more or one less.
    mrrBefore: points.map((_, index) => pointsBefore[index]?.numbers.mrr ?? null),
    movements: {
      newMrr: pick("newMrr"),
      expansionMrr: pick("expansionMrr"),
      reactivatedMrr: pick("reactivatedMrr"),
      contractionMrr: pick("contractionMrr"),
      churnedMrr: pick("churnedMrr"),
    },
  };
}

export type OverviewPage = Awaited<ReturnType<typeof getOverviewPage>>;
