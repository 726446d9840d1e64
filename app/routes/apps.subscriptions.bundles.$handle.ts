export { bundlePageLoader as loader } from "~/features/bundles/storefront.endpoints.server";
