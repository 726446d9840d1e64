import { z } from "zod";
import { insightParameters, toInsightRange } from "~/features/insights/api/insight-query.server";
import { CALENDAR_DAYS } from "~/features/insights/calendar/calendar-plan";
import type { CalendarDay } from "~/features/insights/calendar/planned-days";
import { addDays } from "~/features/insights/definitions/day-range";
import { readCalendar } from "~/features/insights/plans/plans.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { calendarDay } from "~/http/request/query-parameters";
import { toDayString } from "~/lib/format";

export const calendarSchema = z.array(
  z
    .object({
      date: z.iso.date(),
      orders: z.int().meta({ description: "Planned ones, in all currencies" }),
      amount: z.number().meta({ description: "Of those in the currency asked for" }),
      units: z.array(
        z.object({ variantId: z.int().nullable(), title: z.string().nullable(), quantity: z.int() }),
      ),
    })
    .meta({ id: "AnalyticsCalendarDay", description: "What is planned for a day" }),
) satisfies z.ZodType<CalendarDay[]>;

export const getCalendar = defineEndpoint({
  operationId: "getAnalyticsCalendar",
  summary: "Planned orders by day, and what to pack",
  description:
    "The upcoming orders of each day: each active contract has its next three planned, those beyond are not counted. Amounts are by the contracts as they stand, with the one-time products of an order and without what is left out of it. Of a shop with many contracts the next 60 days may be some minutes old, and while they are first summed the answer is 503 with `Retry-After`; days outside of them are summed at each call, which takes longer.",
  tag: "Analytics",
  method: "GET",
  access: { apiKey: "contracts:read" },
  path: `${MERCHANT}/analytics/calendar`,
  query: z.object({
    ...insightParameters,
    from: calendarDay({ description: "First day, of the shop's calendar. Default: today." }),
    to: calendarDay({ description: "Last day, included. Default: 60 days from the first one on." }),
  }),
  response: calendarSchema,
  example: [
    {
      date: "2026-03-02",
      orders: 14,
      amount: 412.5,
      units: [{ variantId: 42_000_000_007, title: "House Blend · 250 g", quantity: 19 }],
    },
  ],
  handler: async ({ principal: { shop }, query, context }) => {
    const from = query.from ?? toDayString(context.now, shop.timeZone);
    const to = query.to ?? addDays(from, CALENDAR_DAYS - 1);
    const { range } = toInsightRange({ ...query, from, to }, shop, context.now);
    return readCalendar(shop, range, context.now);
  },
});
