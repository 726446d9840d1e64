export {
  bundlePreviewAction as action,
  bundlePreviewLoader as loader,
} from "~/features/bundles/admin/bundle-admin.endpoints.server";
