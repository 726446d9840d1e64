import { z } from "zod";
import { insightParameters, toInsightRange } from "~/features/insights/api/insight-query.server";
import { CALENDAR_DAYS } from "~/features/insights/calendar/calendar-plan";
import type { CalendarDay } from "~/features/insights/calendar/planned-days";
import { addDays } from "~/features/insights/definitions/day-range";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { calendarDay } from "~/http/request/query-parameters";
import { toDayString } from "~/lib/format";
import { readCalendar } from "./plans.service.server";

export const calendarSchema = z.array(
  z
    .object({
      date: z.iso.date(),
      orders: z.int().meta({ description: "Planned orders in all currencies" }),
      amount: z.number().meta({ description: "Amount of the planned orders in the given currency" }),
      units: z.array(
        z.object({ variantId: z.int().nullable(), title: z.string().nullable(), quantity: z.int() }),
      ),
    })
    .meta({ id: "AnalyticsCalendarDay", description: "Orders planned for a day" }),
) satisfies z.ZodType<CalendarDay[]>;

export const getCalendar = defineEndpoint({
  operationId: "getAnalyticsCalendar",
  summary: "Get planned orders and the units to pack by day",
  description:
    "The upcoming orders of each day: the next three of each active contract are planned; later ones are not counted. Amounts are those of the contracts as they stand now, with the one-time products of an order and without its skipped lines. For a shop with many contracts the numbers of the next 60 days may be some minutes old; while they are first being summed, the response is 503 with `Retry-After`. Other days are summed at each call, which takes longer.",
  tag: "Analytics",
  method: "GET",
  access: { apiKey: "contracts:read" },
  path: `${MERCHANT}/analytics/calendar`,
  query: z.object({
    ...insightParameters,
    from: calendarDay({ description: "First day, in the shop's time zone. Default: today." }),
    to: calendarDay({ description: "Last day, inclusive. Default: 59 days after the first one." }),
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
