export { sellingPlanAction as action } from "~/features/bundles/bundle-admin.endpoints.server";
