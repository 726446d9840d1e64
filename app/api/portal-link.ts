import { createPortalLink } from "~/features/portal-access/portal-links.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(createPortalLink);
