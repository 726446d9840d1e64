import { listPlanOptions } from "~/features/contracts/operations/terms/plan-options.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listPlanOptions.merchant);
