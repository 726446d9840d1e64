export { sellingPlanAction as action } from "~/features/bundles/admin/bundle-admin.endpoints.server";
