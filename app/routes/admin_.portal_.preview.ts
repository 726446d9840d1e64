import { portalPreview } from "~/features/portal/portal-settings.endpoints.server";
import { withLogo } from "~/features/portal/shop-logo.pages.server";

export const { action } = portalPreview;
export const loader = withLogo(portalPreview.loader);
