import { getCalendar } from "~/features/insights/plans/calendar.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(getCalendar);
