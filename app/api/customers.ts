import { listCustomers } from "~/features/subscribers/read/subscriber-list.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listCustomers);
