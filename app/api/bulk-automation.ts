import { readBulkAutomation } from "~/features/bulk-automations/api/bulk-automations.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(readBulkAutomation);
