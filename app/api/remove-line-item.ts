import { removeLineItem } from "~/features/contracts/operations/lines/remove-lines.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(removeLineItem.merchant);
