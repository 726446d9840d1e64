import { healthz } from "~/features/operations/operations.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(healthz);
