import type { CalendarDay } from "./planned-days";

/** How many days the calendar and the stock view show. */
export const CALENDAR_DAYS = 60;
/** Units shown per day; the others are counted, and are in the stock view. */
const MOST_UNITS = 6;

/** The days of the calendar, each with the variants needed most. @field more number of variants not shown */
export type CalendarPlan = (CalendarDay & { more: number })[];

export const toCalendarPlan = (days: readonly CalendarDay[]): CalendarPlan =>
  days.map(({ date, orders, amount, units }) => ({
    date,
    orders,
    amount,
    units: units.slice(0, MOST_UNITS),
    more: Math.max(0, units.length - MOST_UNITS),
  }));
