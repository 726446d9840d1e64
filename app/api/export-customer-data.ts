import { exportCustomerData } from "~/features/customers/privacy/privacy.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(exportCustomerData);
