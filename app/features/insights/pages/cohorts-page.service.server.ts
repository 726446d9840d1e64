import { listMonths, toMonth, toMonthEnd } from "~/features/insights/definitions/day-range";
import { readCohorts } from "~/features/insights/facts/cohorts.service.server";
import { readOverview } from "~/features/insights/facts/overview.service.server";
import { startOfDay } from "~/lib/shop-calendar.server";
import { COHORTS_PATH } from "./overview-url";
import type { PageQuestion } from "./page-numbers.service.server";
import { readPageRange } from "./page-range.server";

/** Maximum number of rows for the table to be readable. */
const MOST_MONTHS = 36;
/** Choices of numbers of months up to this one; the first is the default. */
const MONTHS = [12, 24, 36] as const;

/**
 * For the contracts that began in each month: how many are left, and their MRR (docs/insights.md). Whole months from
 * the first day's to the last day's, at most the latest 36.
 */
export async function getCohortsPage({ shop, state, now }: PageQuestion) {
  const { range: asked, ...controls } = readPageRange(state, shop, now, COHORTS_PATH, {
    months: MONTHS[0],
  });
  const months = listMonths(asked).slice(-MOST_MONTHS);
  const range = { ...asked, from: months[0] ?? toMonth(asked.from) };
  const [{ numbers: _, ...days }, { cohorts }] = await Promise.all([
    readOverview(shop, range, controls.today),
    readCohorts(shop, range),
  ]);
  // With a single currency the lists need no filter.
  const currency = days.currencies.length > 1 ? days.currencyCode : null;
  const first = cohorts.findIndex(({ contracts }) => contracts > 0);
  return {
    ...days,
    ...controls,
    isCut: range.from > toMonth(asked.from),
    isEmpty: days.currencies.length === 0,
    // A young shop has no row for the months before it.
    cohorts: (first === -1 ? [] : cohorts.slice(first)).map((cohort) => ({
      ...cohort,
      href: toMadeHref(cohort.month, shop.timeZone),
      months: cohort.months.map((each) => ({
        ...each,
        href:
          each.contracts > 0
            ? toLeftHref(cohort.month, each.month, { currency, timeZone: shop.timeZone })
            : null,
      })),
    })),
    lengths: MONTHS.map((length) => ({
      months: length,
      href: toMonthsHref(length, controls.today, state.currency),
      isCurrent: months.length === length && range.to === controls.today,
    })),
  };
}

const toMadeIn = (month: string, timeZone: string) => ({
  fromCreatedDate: startOfDay(month, timeZone, 0).toISOString(),
  toCreatedDate: new Date(startOfDay(toMonthEnd(month), timeZone, 1).getTime() - 1).toISOString(),
});

/** The contracts created in a month, including those in other currencies and those imported as ended. */
const toMadeHref = (month: string, timeZone: string): string =>
  `/admin/contracts?${new URLSearchParams(toMadeIn(month, timeZone))}`;

/** Those of them that were active or paused at the end of a month: what its cell counts. */
const toLeftHref = (
  cohort: string,
  month: string,
  { currency, timeZone }: { currency: string | null; timeZone: string },
): string =>
  `/admin/contracts?${new URLSearchParams({
    ...toMadeIn(cohort, timeZone),
    runningOn: toMonthEnd(month),
    ...(currency && { currencyCode: currency }),
  })}`;

function toMonthsHref(length: number, today: string, currency: string | null): string {
  const params = new URLSearchParams();
  if (length !== MONTHS[0]) params.set("from", toFirstMonth(today, length));
  if (currency) params.set("currency", currency);
  return params.size > 0 ? `${COHORTS_PATH}?${params}` : COHORTS_PATH;
}

/** The first day of a range of this many calendar months that ends with a day's month. */
function toFirstMonth(day: string, months: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-01`;
}

export type CohortsPage = Awaited<ReturnType<typeof getCohortsPage>>;
