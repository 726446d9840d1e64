import type { CalendarPlan } from "~/features/insights/calendar/calendar-plan";
import type { PlannedDays } from "~/features/insights/calendar/planned-days";
import type { ForecastSource } from "~/features/insights/forecast/forecast.service.server";

/**
 * The plans of a shop, as pages and the API show them. @field calendar with the most needed units only @field units of
 * every variant
 */
export type Plans = { calendar: CalendarPlan; units: PlannedDays; forecast: ForecastSource };
