export {
  bundlePageAction as action,
  bundlePageLoader as loader,
} from "~/features/bundles/storefront/storefront.endpoints.server";
