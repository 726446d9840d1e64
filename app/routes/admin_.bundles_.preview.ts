import { bundlePreview } from "~/features/bundles/admin/bundle-admin.endpoints.server";

export const { loader, action } = bundlePreview;
