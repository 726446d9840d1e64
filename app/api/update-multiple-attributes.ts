import { updateManyAttributes } from "~/features/contracts/operations/lines/many-attributes.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateManyAttributes.merchant);
