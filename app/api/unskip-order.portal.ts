import { unskipOrder } from "~/features/contracts/operations/orders/skip-order.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(unskipOrder.portal);
