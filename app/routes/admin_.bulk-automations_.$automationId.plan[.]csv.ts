import { planDownload } from "~/features/bulk-automations/automation-pages.endpoints.server";

export const { loader, action } = planDownload;
