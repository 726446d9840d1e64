import { readyz } from "~/features/health/operations.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(readyz);
