import { z } from "zod";
import { insightParameters } from "~/features/insights/api/insight-query.server";
import { exportStock, getCalendarPage } from "~/features/insights/calendar/calendar-page.service.server";
import { getOverviewPage } from "~/features/insights/pages/overview-page.service.server";
import { readOverviewState } from "~/features/insights/pages/overview-url";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { toCsvDownload } from "~/http/endpoint/download.server";
import { fileRoute, pageLoader } from "~/http/endpoint/routes.server";
import { toDayString } from "~/lib/format";

const asked = z.object(insightParameters);

/** The query is read in the handler: wrong days are a message beside the field, not an error page. */
const readOverviewPage = defineEndpoint({
  operationId: "readInsights",
  summary: "The overview of the insights",
  method: "GET",
  access: { staff: "viewer" },
  handler: ({ principal: { shop }, context }) =>
    getOverviewPage(shop, readOverviewState(context.url.searchParams), asked, context.now),
});

const readCalendarPage = defineEndpoint({
  operationId: "readCalendar",
  summary: "The planned orders of the next 60 days, and what to pack",
  method: "GET",
  access: { staff: "viewer" },
  handler: ({ principal: { shop }, context }) => getCalendarPage(shop, context.now),
});

const exportStockList = defineEndpoint({
  operationId: "exportStockList",
  summary: "Units needed of each variant by week, as CSV",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal: { shop }, context }) =>
    toCsvDownload(
      `stock-${toDayString(context.now, shop.timeZone)}.csv`,
      exportStock(shop, context.now),
      context,
    ),
});

export const calendarPageLoader = pageLoader(readCalendarPage);
export const stockExport = fileRoute(exportStockList);
export const overviewPageLoader = pageLoader(readOverviewPage);
