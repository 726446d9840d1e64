import { skipUpcomingOrder } from "~/features/contracts/operations/orders/skip-upcoming-order.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(skipUpcomingOrder.portal);
