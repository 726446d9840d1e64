import { addLineItem } from "~/features/contracts/operations/lines/add-lines.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(addLineItem.merchant);
