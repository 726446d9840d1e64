import { readSellingPlanGroup } from "~/features/catalogue/selling-plans/selling-plans.endpoints.server";
import {
  deleteSellingPlanGroup,
  updateSellingPlanGroup,
} from "~/features/selling-plans/plan-groups.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(
  readSellingPlanGroup,
  updateSellingPlanGroup,
  deleteSellingPlanGroup,
);
