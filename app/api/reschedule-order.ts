import { rescheduleOrder } from "~/features/contracts/operations/orders/reschedule-order.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(rescheduleOrder.merchant);
