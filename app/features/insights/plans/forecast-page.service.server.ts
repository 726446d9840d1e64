import type { PrincipalShop } from "~/access/principal";
import { toPlannedHref } from "~/features/insights/calendar/calendar-url";
import { addDays, type IntervalOfTime } from "~/features/insights/definitions/day-range";
import { FORECAST_DAYS, toForecast } from "~/features/insights/forecast/forecast.service.server";
import { readPlan, toNextDays } from "./plans.service.server";

/** Weeks, unless the address asks for days. */
export const readForecastInterval = (params: URLSearchParams): IntervalOfTime =>
  params.get("interval")?.toUpperCase() === "DAY" ? "DAY" : "WEEK";

/** The next 90 days in the shop's currency, or in another with plans; each day or week opens its planned orders. */
export async function getForecastPage(
  shop: PrincipalShop,
  { interval, currency }: { interval: IntervalOfTime; currency: string | null },
  now: Date,
) {
  const { asOf, plan } = await readPlan(shop, now, "forecast");
  const next = toNextDays(shop, now, FORECAST_DAYS);
  const source = plan ?? { from: next.from, days: [] };
  const currencies = [...new Set(source.days.map(({ currencyCode }) => currencyCode))].sort();
  const currencyCode = currencies.find((code) => code === currency?.toUpperCase()) ?? shop.currencyCode;
  const range = { ...next, currencyCode };
  const { points, ...forecast } = await toForecast(shop, source, range, interval);
  return {
    ...forecast,
    isBeingSummed: plan === null,
    asOf: asOf?.toISOString() ?? null,
    timeZone: shop.timeZone,
    currencies,
    shopCurrency: shop.currencyCode,
    hasHistory: forecast.rates.orders > 0,
    isEmpty: source.days.length === 0,
    points: points.map((point, index) => {
      const next = points[index + 1];
      return { ...point, href: toPlannedHref(point.date, next ? addDays(next.date, -1) : range.to) };
    }),
  };
}

export type ForecastPage = Awaited<ReturnType<typeof getForecastPage>>;
