import { updateShippingAddress } from "~/features/contracts/operations/terms/shipping-address.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateShippingAddress.merchant);
