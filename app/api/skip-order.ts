import { skipOrder } from "~/features/contracts/operations/skip-order.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(skipOrder.merchant);
