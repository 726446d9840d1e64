import { toOrdersHref } from "~/features/billing/orders-admin/order-list-url";

export const CALENDAR_PATH = "/admin/insights/calendar";

/** The orders page with the planned orders of a day. */
export const toDayHref = (date: string): string =>
  toOrdersHref({ tab: "upcoming", filters: { from: date, to: date }, sort: null, cursor: null });
