import { getCalendarPage } from "~/features/insights/plans/calendar-page.service.server";
import {
  getForecastPage,
  readForecastInterval,
} from "~/features/insights/plans/forecast-page.service.server";
import {
  exportStock,
  getStockPage,
  readStockSearch,
} from "~/features/insights/plans/stock-page.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { toDatedCsv } from "~/http/endpoint/download.server";
import { fileRoute, pageLoader } from "~/http/endpoint/routes.server";

const readCalendarPage = defineEndpoint({
  operationId: "readCalendar",
  summary: "The planned orders of the next 60 days, and what to pack",
  method: "GET",
  access: { staff: "viewer" },
  handler: ({ principal: { shop }, context }) => getCalendarPage(shop, context.now),
});

const readForecastPage = defineEndpoint({
  operationId: "readForecast",
  summary: "What the orders of the next 90 days will bring",
  method: "GET",
  access: { staff: "viewer" },
  handler: ({ principal: { shop }, context: { url, now } }) =>
    getForecastPage(
      shop,
      { interval: readForecastInterval(url.searchParams), currency: url.searchParams.get("currency") },
      now,
    ),
});

const readStockPage = defineEndpoint({
  operationId: "readStock",
  summary: "Units needed of each variant by week",
  method: "GET",
  access: { staff: "viewer" },
  handler: ({ principal: { shop }, context: { url, now } }) =>
    getStockPage(shop, readStockSearch(url.searchParams), now),
});

const exportStockList = defineEndpoint({
  operationId: "exportStockList",
  summary: "Units needed of each variant by week, as CSV",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal: { shop }, context }) =>
    toDatedCsv(
      "stock",
      await exportStock(shop, readStockSearch(context.url.searchParams), context.now),
      context,
      shop,
    ),
});

export const calendarPageLoader = pageLoader(readCalendarPage);
export const forecastPageLoader = pageLoader(readForecastPage);
export const stockPageLoader = pageLoader(readStockPage);
export const stockExport = fileRoute(exportStockList);
