import { listActivityLogs } from "~/features/activity/activity-log.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(listActivityLogs);
