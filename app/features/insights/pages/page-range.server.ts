import { z } from "zod";
import type { PrincipalShop } from "~/access/principal";
import { insightParameters, toInsightRange, toInterval } from "~/features/insights/api/insight-query.server";
import type { IntervalOfTime } from "~/features/insights/definitions/day-range";
import type { InsightRange } from "~/features/insights/facts/overview.service.server";
import { ProblemError } from "~/lib/problem";
import { findRange, type OverviewState, RANGES, toRangeHref } from "./overview-url";

const schema = z.object(insightParameters);
type PageProblems = Partial<Record<"from" | "to" | "currency", string>>;

/**
 * Data of the controls of a page of the insights. @field path of the page @field search the query, for links to the
 * other pages @field today of the shop
 */
export type PageControls = {
  path: string;
  search: string;
  today: string;
  problems: PageProblems;
  isForeignCurrency: boolean;
  ranges: { days: number; href: string; isCurrent: boolean }[];
};

/**
 * Days and currency from a page's address, or the defaults with the errors: a page is shown either way.
 *
 * @param months the default is this many calendar months
 */
export function readPageRange(
  state: OverviewState,
  shop: PrincipalShop,
  now: Date,
  path: string,
  { months }: { months?: number } = {},
): PageControls & { range: InsightRange; interval: IntervalOfTime } {
  const { range, today, problems } = toRange(state, shop, now, months);
  const current = findRange(range, today);
  return {
    path,
    search: toSearch(state),
    range,
    today,
    problems,
    interval: toInterval(undefined, range),
    isForeignCurrency: range.currencyCode !== shop.currencyCode,
    ranges: RANGES.map((length) => ({
      days: length,
      href: toRangeHref(length, today, state.currency, path),
      isCurrent: length === current,
    })),
  };
}

function toSearch(state: OverviewState): string {
  const asked = Object.entries(state).filter((entry): entry is [string, string] => entry[1] !== null);
  return asked.length === 0 ? "" : `?${new URLSearchParams(asked)}`;
}

function toRange(
  state: OverviewState,
  shop: PrincipalShop,
  now: Date,
  months: number | undefined,
): { range: InsightRange; today: string; problems: PageProblems } {
  const asked = Object.fromEntries(Object.entries(state).filter(([, text]) => text !== null));
  const parsed = schema.safeParse(asked);
  const problems: PageProblems = {};
  const note = (name: unknown, text: string) => {
    if (name === "from" || name === "to" || name === "currency") problems[name] ??= text;
  };
  for (const { path, message } of parsed.error?.issues ?? []) note(path[0], message);
  try {
    return { ...toInsightRange(parsed.data ?? {}, shop, now, { months }), problems };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    for (const { parameter, detail } of error.extra.errors ?? []) note(parameter, detail);
    return { ...toInsightRange({}, shop, now, { months }), problems };
  }
}
