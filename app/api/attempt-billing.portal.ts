import { attemptBilling } from "~/features/billing/actions/bill-now.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(attemptBilling.portal);
