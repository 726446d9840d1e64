import { portalPreview } from "~/features/portal/portal-settings.endpoints.server";

export const { loader, action } = portalPreview;
