import { z } from "zod";
import { ORDER_REPORT_PATH } from "~/features/billing/orders/order-report.endpoints.server";
import { EXACT_UP_TO } from "~/features/contracts/list/contract-lookups.server";
import {
  insightParameters,
  intervalParameter,
  toInsightRange,
  toInterval,
} from "~/features/insights/api/insight-query.server";
import { addDays, type DayRange, INTERVALS_OF_TIME } from "~/features/insights/definitions/day-range";
import {
  FORECAST_DAYS,
  type Forecast,
  type ForecastPoint,
  toForecast,
} from "~/features/insights/forecast/forecast.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { calendarDay } from "~/http/request/query-parameters";
import { type FieldError, invalidRequest } from "~/lib/problem";
import { startOfDay } from "~/lib/shop-calendar.server";
import { plansAreBeingSummed, readPlan, toNextDays } from "./plans.service.server";

/** @field listUrl of the list with the planned orders; null beyond what it counts exactly */
type ListedForecast = Omit<Forecast, "points"> & { points: (ForecastPoint & { listUrl: string | null })[] };

const day = z.iso.date();
const share = z.number().min(0).max(1);
const rate = z.object({
  value: share,
  low: share,
  high: share,
  of: z.int().meta({ description: "Number of orders that the rate is based on" }),
});
const sums = {
  planned: z.int().meta({ description: "Planned orders in all currencies" }),
  plannedAmount: z
    .number()
    .meta({ description: "Amount of the planned orders in this currency that are charged automatically" }),
  later: z.int().meta({ description: "Later orders, computed from the schedules of the contracts" }),
  orders: z.number().meta({ description: "Expected number of paid orders in all currencies" }),
  ordersLow: z.number(),
  ordersHigh: z.number(),
  amount: z.number().meta({ description: "Expected amount of paid orders in this currency" }),
  amountLow: z.number(),
  amountHigh: z.number(),
};

export const forecastSchema = z
  .object({
    from: day,
    to: day,
    currencyCode: z.string().length(3),
    interval: z.enum(INTERVALS_OF_TIME),
    rates: z.object({
      from: day,
      to: day,
      orders: z.int(),
      failed: rate.meta({ description: "Payments given up ÷ (paid + given up)" }),
      skipped: rate.meta({ description: "Skipped orders ÷ (paid + given up + skipped)" }),
    }),
    total: z.object(sums),
    points: z.array(
      z.object({
        date: day.meta({ description: "First day of the interval" }),
        ...sums,
        listUrl: z.string().nullable(),
      }),
    ),
  })
  .meta({
    id: "AnalyticsForecast",
    description: "Forecast of upcoming orders",
  }) satisfies z.ZodType<ListedForecast>;

const MONDAY = {
  planned: 96,
  plannedAmount: 2830,
  later: 4,
  orders: 95.06,
  ordersLow: 90.37,
  ordersHigh: 98.6,
  amount: 2803.19,
  amountLow: 2664.9,
  amountHigh: 2907.55,
};
const EXAMPLE: ListedForecast = {
  from: "2026-03-02",
  to: "2026-03-08",
  currencyCode: "EUR",
  interval: "WEEK",
  rates: {
    from: "2025-12-02",
    to: "2026-03-01",
    orders: 1230,
    failed: { value: 0.0195, low: 0.0131, high: 0.0289, of: 1230 },
    skipped: { value: 0.0305, low: 0.0224, high: 0.0415, of: 1269 },
  },
  total: MONDAY,
  points: [
    {
      date: "2026-03-02",
      ...MONDAY,
      listUrl: `${ORDER_REPORT_PATH}?status=QUEUED&fromDay=2026-03-01T23%3A00%3A00.000Z&toDay=2026-03-08T22%3A59%3A59.999Z`,
    },
  ],
};

export const getForecast = defineEndpoint({
  operationId: "getAnalyticsForecast",
  summary: "Get the forecast of the next 90 days",
  description:
    "Planned orders, and later ones by the schedules of active contracts up to their ends, less the shares of the shop's orders that were given up or skipped in the 90 days before. The true number lies between `low` and `high` with a likelihood of 95 %. New contracts and cancellations are not predicted. Orders that are not charged automatically (`autoCharge` is false) count as planned only, neither towards the expected orders nor the amounts. For a shop with many contracts the numbers may be some minutes old; while they are first being summed, the response is 503 with `Retry-After`. `listUrl` is the URL of the list in this API whose number of rows is `planned`; null beyond 10,000.",
  tag: "Analytics",
  method: "GET",
  access: { apiKey: "contracts:read" },
  path: `${MERCHANT}/analytics/forecast`,
  query: z.object({
    ...insightParameters,
    ...intervalParameter,
    from: calendarDay({
      description: "First day, in the shop's time zone; today or later. Default: today.",
    }),
    to: calendarDay({
      description: "Last day, inclusive; at most 89 days after today. Default: 89 days after today.",
    }),
  }),
  response: forecastSchema,
  example: EXAMPLE,
  handler: async ({ principal: { shop }, query, context }) => {
    const { from: today, to: last } = toNextDays(shop, context.now, FORECAST_DAYS);
    const { range } = toInsightRange(
      { ...query, from: query.from ?? today, to: query.to ?? last },
      shop,
      context.now,
    );
    const errors: FieldError[] = [];
    const refuse = (parameter: string, detail: string) =>
      errors.push({ parameter, code: "out_of_range", detail });
    if (range.from < today) refuse("from", `Use a day from today, ${today}, on.`);
    if (range.from > last) refuse("from", `Use a day up to ${last}.`);
    if (range.to > last) refuse("to", `Use a day up to ${last}.`);
    if (errors.length > 0) throw invalidRequest(errors);
    const { plan } = await readPlan(shop, context.now, "forecast");
    if (!plan) throw plansAreBeingSummed();
    const { points, ...sums } = await toForecast(shop, plan, range, toInterval(query.interval, range));
    return {
      ...sums,
      points: points.map((point, index) => {
        const next = points[index + 1];
        const to = next ? addDays(next.date, -1) : range.to;
        return { ...point, listUrl: toListUrl(shop, { from: point.date, to }, point.planned) };
      }),
    };
  },
});

/** The report of the API that lists the planned orders of some days; null if its total is an estimate. */
function toListUrl(
  { timeZone }: { timeZone: string },
  { from, to }: DayRange,
  planned: number,
): string | null {
  if (planned > EXACT_UP_TO) return null;
  const params = new URLSearchParams({
    status: "QUEUED",
    fromDay: startOfDay(from, timeZone, 0).toISOString(),
    toDay: new Date(startOfDay(to, timeZone, 1).getTime() - 1).toISOString(),
  });
  return `${ORDER_REPORT_PATH}?${params}`;
}
