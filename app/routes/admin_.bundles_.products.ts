export { productsToAddLoader as loader } from "~/features/bundles/admin/bundle-admin.endpoints.server";
