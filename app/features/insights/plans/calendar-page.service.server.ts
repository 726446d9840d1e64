import type { PrincipalShop } from "~/access/principal";
import { CALENDAR_DAYS } from "~/features/insights/calendar/calendar-plan";
import { toDayHref } from "~/features/insights/calendar/calendar-url";
import { toUnitTitle } from "~/features/insights/calendar/stock";
import { readPlan, toNextDays } from "./plans.service.server";

/** The next 60 days: how many orders, and what to pack. */
export async function getCalendarPage(shop: PrincipalShop, now: Date) {
  const { asOf, plan } = await readPlan(shop, now, "calendar");
  const days = plan ?? [];
  return {
    ...toNextDays(shop, now, CALENDAR_DAYS),
    isBeingSummed: plan === null,
    asOf: asOf?.toISOString() ?? null,
    timeZone: shop.timeZone,
    currencyCode: shop.currencyCode,
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    days: days.map((day) => ({
      ...day,
      href: toDayHref(day.date),
      units: day.units.map((unit) => ({ ...unit, title: toUnitTitle(unit) })),
    })),
  };
}

export type CalendarPage = Awaited<ReturnType<typeof getCalendarPage>>;
