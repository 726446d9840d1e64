import { createPortalLink } from "~/features/portal-links/portal-links.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(createPortalLink);
