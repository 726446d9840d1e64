import type { PrincipalShop } from "~/access/principal";
import { toDayHref } from "~/features/insights/calendar/calendar-url";
import { toUnitTitle } from "~/features/insights/calendar/stock";
import { readPlans } from "~/features/insights/plans/plans.service.server";

/** The next 60 days: how many orders, and what to pack. */
export async function getCalendarPage(shop: PrincipalShop, now: Date) {
  const { asOf, calendar } = await readPlans(shop, now, "calendar");
  return {
    asOf: asOf?.toISOString() ?? null,
    timeZone: shop.timeZone,
    from: calendar[0]?.date ?? "",
    to: calendar.at(-1)?.date ?? "",
    currencyCode: shop.currencyCode,
    orders: calendar.reduce((sum, day) => sum + day.orders, 0),
    days: calendar.map((day) => ({
      ...day,
      href: toDayHref(day.date),
      units: day.units.map((unit) => ({ ...unit, title: toUnitTitle(unit) })),
    })),
  };
}

export type CalendarPage = Awaited<ReturnType<typeof getCalendarPage>>;
