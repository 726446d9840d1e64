import { planDownload } from "~/features/bulk-automations/admin/automation-pages.endpoints.server";

export const { loader, action } = planDownload;
