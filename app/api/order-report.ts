import { reportOrders } from "~/features/billing/orders/order-report.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(reportOrders);
