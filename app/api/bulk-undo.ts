import { undoBulkAutomation } from "~/features/bulk-automations/bulk-automations.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(undoBulkAutomation);
