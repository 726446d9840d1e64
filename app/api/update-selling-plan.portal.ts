import { updateFrequencyBySellingPlan } from "~/features/contracts/operations/terms/selling-plan.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateFrequencyBySellingPlan.portal);
