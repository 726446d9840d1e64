import { stockExport } from "~/features/insights/pages/insights-pages.endpoints.server";

export const { loader, action } = stockExport;
