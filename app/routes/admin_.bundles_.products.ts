export { productsToAddLoader as loader } from "~/features/bundles/bundle-admin.endpoints.server";
