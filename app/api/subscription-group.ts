import {
  deleteSellingPlanGroup,
  updateSellingPlanGroup,
} from "~/features/selling-plans/plan-groups.endpoints.server";
import { readSellingPlanGroup } from "~/features/selling-plans/selling-plans.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(
  readSellingPlanGroup,
  updateSellingPlanGroup,
  deleteSellingPlanGroup,
);
