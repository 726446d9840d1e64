import { rescheduleOrder } from "~/features/billing/orders/order-operations.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(rescheduleOrder.portal);
