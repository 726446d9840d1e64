import { updateLineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateLineQuantity.merchant);
