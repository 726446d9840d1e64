import { readBundle } from "~/features/bundles/api/bundles-api.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(readBundle);
