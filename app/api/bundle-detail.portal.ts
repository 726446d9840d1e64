import { readStorefrontBundle } from "~/features/bundles/bundles-api.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(readStorefrontBundle);
