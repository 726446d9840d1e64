import { updateContractInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateContractInterval.portal);
