import { listAllSellingPlans } from "~/features/selling-plans/selling-plans.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listAllSellingPlans);
