import { toDueInstant } from "~/features/billing/settings/billing-day";
import { addDays, type DayRange, listPointDates } from "~/features/insights/definitions/day-range";
import { toDayString } from "~/lib/format";
import { startOfDay } from "~/lib/shop-calendar.server";

/** @field monday the day it is mailed on, at `due` @field week that it covers: Monday to Sunday before */
export type DigestWeek = { monday: string; due: Date; week: DayRange };

/** The latest digest due at an instant: Mondays at the billing hour, in the shop's time zone. */
export function toDigestWeek(now: Date, billing: { timeZone: string; hour: number }): DigestWeek {
  const today = toDayString(now, billing.timeZone);
  // The last Monday, or the one before it if its hour has not come yet.
  const mondays = listPointDates({ from: addDays(today, -13), to: today }, "WEEK")
    .filter(isMonday)
    .map((monday) => ({ monday, due: toDueInstant(startOfDay(monday, billing.timeZone, 0), billing) }))
    .filter(({ due }) => due <= now);
  const last = mondays.at(-1);
  if (!last) throw new Error("there is a Monday in every week");
  return { ...last, week: { from: addDays(last.monday, -7), to: addDays(last.monday, -1) } };
}

const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
