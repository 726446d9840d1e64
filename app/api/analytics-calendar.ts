import { getCalendar } from "~/features/insights/calendar/calendar.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(getCalendar);
