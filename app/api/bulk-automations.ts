import { listBulkAutomations } from "~/features/bulk-automations/api/bulk-automations.endpoints.server";
import { createBulkAutomation } from "~/features/bulk-automations/api/new-automation.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(createBulkAutomation, listBulkAutomations);
