import { toOrdersHref } from "~/features/billing/orders-admin/order-list-url";

export const CALENDAR_PATH = "/admin/insights/calendar";
export const STOCK_PATH = "/admin/insights/stock";
export const FORECAST_PATH = "/admin/insights/forecast";

/** The orders page with the planned orders of some days, including the last. */
export const toPlannedHref = (from: string, to: string): string =>
  toOrdersHref({ tab: "upcoming", filters: { from, to }, sort: null, cursor: null });

/** The orders page with the planned orders of a day. */
export const toDayHref = (date: string): string => toPlannedHref(date, date);
