import { listPastOrders } from "~/features/billing/order-list.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(listPastOrders.merchant);
