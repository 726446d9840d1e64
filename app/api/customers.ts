import { listCustomers } from "~/features/customers/read/customer-list.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listCustomers);
