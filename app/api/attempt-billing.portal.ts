import { attemptBilling } from "~/features/billing/tries/charging.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(attemptBilling.portal);
