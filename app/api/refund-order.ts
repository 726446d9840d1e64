import { refundPaidOrder } from "~/features/billing/actions/refund.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(refundPaidOrder);
