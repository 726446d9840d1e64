import { updateLineQuantity } from "~/features/contracts/operations/line-quantity.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(updateLineQuantity.merchant);
