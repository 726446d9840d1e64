import { updateLineItem } from "~/features/contracts/operations/lines/update-line.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateLineItem.merchant);
