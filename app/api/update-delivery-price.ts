import { updateDeliveryPrice } from "~/features/contracts/operations/terms/one-delivery-price.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updateDeliveryPrice.merchant);
