import { updateLineAttributes } from "~/features/contracts/operations/line-attributes.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(updateLineAttributes.merchant);
