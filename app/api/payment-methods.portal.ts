import { listPaymentMethodsOfCustomer } from "~/features/customers/read/customer.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listPaymentMethodsOfCustomer.portal);
