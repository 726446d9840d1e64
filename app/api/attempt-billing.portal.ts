import { attemptBilling } from "~/features/billing/charging/charging.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(attemptBilling.portal);
