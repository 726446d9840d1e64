import { listTopOrders } from "~/features/billing/orders/order-list.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listTopOrders.portal);
