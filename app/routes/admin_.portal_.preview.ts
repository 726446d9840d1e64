import { portalPreview } from "~/features/portal/portal-settings.endpoints.server";
import { orLogo } from "~/features/portal/shop-logo.pages.server";

export const { action } = portalPreview;
export const loader = orLogo(portalPreview.loader);
