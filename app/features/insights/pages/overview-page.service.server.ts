import type { z } from "zod";
import type { PrincipalShop } from "~/access/principal";
import { toInsightRange, toInterval } from "~/features/insights/api/insight-query.server";
import { toPreviousRange } from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import {
  type InsightRange,
  type OverviewNumber,
  readOverview,
} from "~/features/insights/facts/overview.service.server";
import { readNumberPoints } from "~/features/insights/pages/number-points.service.server";
import { findRange, type OverviewState, RANGES, toRangeHref } from "~/features/insights/pages/overview-url";
import { ProblemError } from "~/lib/problem";

/** The admin's list of contracts takes the same filters as that of the API. */
export const toAdminHref = (listUrl: string): string =>
  `/admin/contracts${listUrl.slice(listUrl.indexOf("?"))}`;

/** @field spark the number by intervals of the range @field href of the list whose total it is; null: no list counts it */
export type OverviewTile = Omit<OverviewNumber, "listUrl"> & {
  href: string | null;
  spark: (number | null)[];
};

export type OverviewProblems = Partial<Record<"from" | "to" | "currency", string>>;

/** Days and currency as they were asked for, or the usual ones with what was wrong: a page is shown either way. */
function toRange(
  state: OverviewState,
  schema: z.ZodType<{ from?: string; to?: string; currency?: string }>,
  shop: PrincipalShop,
  now: Date,
): { range: InsightRange; today: string; problems: OverviewProblems } {
  const asked = Object.fromEntries(Object.entries(state).filter(([, text]) => text !== null));
  const parsed = schema.safeParse(asked);
  const problems: OverviewProblems = {};
  const note = (name: unknown, text: string) => {
    if (name === "from" || name === "to" || name === "currency") problems[name] ??= text;
  };
  for (const { path, message } of parsed.error?.issues ?? []) note(path[0], message);
  try {
    return { ...toInsightRange(parsed.data ?? {}, shop, now), problems };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    for (const { parameter, detail } of error.extra.errors ?? []) note(parameter, detail);
    return { ...toInsightRange({}, shop, now), problems };
  }
}

/**
 * The overview: every number of the days asked for beside the time before, how it went, and its list; MRR and what moved it
 * (docs/insights.md).
 */
export async function getOverviewPage(
  shop: PrincipalShop,
  state: OverviewState,
  schema: Parameters<typeof toRange>[1],
  now: Date,
) {
  const { range, today, problems } = toRange(state, schema, shop, now);
  const interval = toInterval(undefined, range);
  const before = { ...toPreviousRange(range), currencyCode: range.currencyCode };
  const [overview, points, pointsBefore] = await Promise.all([
    readOverview(shop, range, today),
    readNumberPoints(shop, range, interval),
    readNumberPoints(shop, before, interval),
  ]);
  const pick = (name: NumberName) => points.map(({ numbers }) => numbers[name]);
  const { numbers, ...days } = overview;
  const current = findRange(range, today);
  return {
    ...days,
    interval,
    problems,
    isEmpty: overview.currencies.length === 0,
    isForeignCurrency: range.currencyCode !== shop.currencyCode,
    ranges: RANGES.map((length) => ({
      days: length,
      href: toRangeHref(length, today, state.currency),
      isCurrent: length === current,
    })),
    dates: points.map(({ date }) => date),
    tiles: numbers.map(
      ({ listUrl, ...number }): OverviewTile => ({
        ...number,
        href: listUrl === null ? null : toAdminHref(listUrl),
        spark: pick(number.name).map((value) => (value === null ? null : Number(value.toPrecision(4)))),
      }),
    ),
    mrr: pick("mrr"),
    // Intervals of the calendar: the time before may have one more or one less.
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
