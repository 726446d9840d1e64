import { listSellingPlanGroups } from "~/features/catalogue/selling-plans/selling-plans.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listSellingPlanGroups);
