import { unskipOrder } from "~/features/contracts/operations/skip-order.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(unskipOrder.merchant);
