import { unskipOrder } from "~/features/billing/orders/order-operations.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(unskipOrder.portal);
