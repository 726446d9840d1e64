import { getForecast } from "~/features/insights/plans/forecast.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(getForecast);
