import { updatePaymentMethod } from "~/features/contracts/operations/payment/payment-method.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(updatePaymentMethod.portal);
