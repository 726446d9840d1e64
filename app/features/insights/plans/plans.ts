import type { CalendarPlan } from "~/features/insights/calendar/calendar-plan";
import type { Stock } from "~/features/insights/calendar/stock";
import type { ForecastSource } from "~/features/insights/forecast/forecast.service.server";

/** What is planned in a shop, as its pages show it. */
export type Plans = { calendar: CalendarPlan; stock: Stock; forecast: ForecastSource };
