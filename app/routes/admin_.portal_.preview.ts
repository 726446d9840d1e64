import { portalPreview } from "~/features/portal/settings/portal-settings.endpoints.server";

export const { loader, action } = portalPreview;
