import { listSellingPlanGroups } from "~/features/catalogue/selling-plans/selling-plans.endpoints.server";
import { createSellingPlanGroup } from "~/features/selling-plans/plan-groups.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(createSellingPlanGroup, listSellingPlanGroups);
