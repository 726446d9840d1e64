import { updateLineAttributes } from "~/features/contracts/operations/lines/line-attributes.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateLineAttributes.merchant);
