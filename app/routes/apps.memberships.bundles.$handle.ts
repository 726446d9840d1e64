import { bundlePageLoader } from "~/features/bundles/storefront.endpoints.server";
import { withLogo } from "~/features/portal/shop-logo.pages.server";

export const loader = withLogo(bundlePageLoader);
