import { readCustomer } from "~/features/subscribers/read/customer.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(readCustomer.portal);
