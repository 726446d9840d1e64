import { createSellingPlanGroup } from "~/features/selling-plans/plan-groups.endpoints.server";
import { listSellingPlanGroups } from "~/features/selling-plans/selling-plans.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(createSellingPlanGroup, listSellingPlanGroups);
