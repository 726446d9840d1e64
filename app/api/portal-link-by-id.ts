import { createPortalLinkById } from "~/features/portal-access/portal-links.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(createPortalLinkById);
