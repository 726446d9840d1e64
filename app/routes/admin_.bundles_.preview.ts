export {
  bundlePreviewAction as action,
  bundlePreviewLoader as loader,
} from "~/features/bundles/bundle-admin.endpoints.server";
