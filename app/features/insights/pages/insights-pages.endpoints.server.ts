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
import { toDatedCsv } from "~/http/endpoint/download.server";
import { fileRoute } from "~/http/endpoint/routes.server";
import { staffPage, staffRead } from "~/http/endpoint/staff-page.server";

/** Units needed of each variant by week, as CSV. */
const exportStockList = staffRead("exportStockList", "viewer", {
  handler: async ({ principal: { shop }, context }) =>
    toDatedCsv(
      "stock",
      await exportStock(shop, readStockSearch(context.url.searchParams), context.now),
      context,
      shop,
    ),
});

/** The planned orders of the next 60 days, and what to pack. */
export const calendarPageLoader = staffPage("readCalendar", "viewer", {
  handler: ({ principal: { shop }, context }) => getCalendarPage(shop, context.now),
});

export const forecastPageLoader = staffPage("readForecast", "viewer", {
  handler: ({ principal: { shop }, context: { url, now } }) =>
    getForecastPage(
      shop,
      { interval: readForecastInterval(url.searchParams), currency: url.searchParams.get("currency") },
      now,
    ),
});

export const stockPageLoader = staffPage("readStock", "viewer", {
  handler: ({ principal: { shop }, context: { url, now } }) =>
    getStockPage(shop, readStockSearch(url.searchParams), now),
});

export const stockExport = fileRoute(exportStockList);
