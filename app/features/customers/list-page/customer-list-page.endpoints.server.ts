import { z } from "zod";
import { toCustomerName } from "~/access/customer-name";
import { decodeCursor, encodeCursor } from "~/features/contracts/list/contract-cursor";
import {
  type CustomerFilters,
  type CustomerRow,
  type CustomerSort,
  countCustomers,
  listCustomerRows,
} from "~/features/customers/read/customer-list.repo.server";
import { savedViewsAction } from "~/features/saved-views/saved-views.endpoints.server";
import { listSavedViews } from "~/features/saved-views/saved-views.repo.server";
import { staffPage } from "~/http/endpoint/staff-page.server";
import { formatCount, formatDate } from "~/lib/format";
import { calendarDay } from "~/lib/schemas/calendar-day";
import { startOfDay } from "~/lib/shop-calendar.server";

const PAGE_SIZE = 50;
const CUSTOMERS_PATH = "/admin/customers";
const BY_NAME: CustomerSort = { column: "name", isDescending: false };

/** Query of the page: unreadable values are ignored. */
const query = z.object({
  q: z.string().max(255).catch(""),
  only: z.enum(["", "subscribers"]).catch(""),
  /** Subscribers at the end of this day of the shop; without it, now. */
  on: calendarDay().nullable().catch(null).default(null),
  cursor: z.string().max(2000).catch(""),
});

/** Search and filters of the list, without the position in it. */
type Asked = { search: string; only: "" | "subscribers"; on: string | null };

/** The name of the list that a cursor belongs to. */
const toList = (asked: Asked) => `customers ${toKept(asked)}`;

function readCursor(text: string, asked: Asked) {
  const cursor = decodeCursor(text);
  const [name, id = "", ...rest] = cursor?.keys ?? [];
  if (cursor?.list !== toList(asked) || name === undefined || !/^\d{1,16}$/.test(id) || rest.length > 0)
    return null;
  return { keys: [name, id] as [string, string], isBackwards: cursor.direction === "previous" };
}

const toSubscribers = (on: string | null, timeZone: string): CustomerFilters =>
  on ? { subscribedAt: new Date(startOfDay(on, timeZone, 1).getTime() - 1) } : { isSubscriber: true };

/** What a saved view keeps. */
const toKept = ({ search, only, on }: Asked): string =>
  String(new URLSearchParams({ ...(search && { q: search }), ...(only && { only, ...(on && { on }) }) }));

const toSearch = (asked: Asked, cursor: string): string =>
  [toKept(asked), new URLSearchParams({ cursor })].filter(String).join("&");

const toHref = (asked: Asked, cursor: string): string => `${CUSTOMERS_PATH}?${toSearch(asked, cursor)}`;

const toRow = (row: CustomerRow, timeZone: string) => ({
  id: row.id,
  name: toCustomerName(row) || row.email || `Customer ${row.id}`,
  email: row.email,
  active: row.active,
  total: row.total,
  next: row.nextOrderDate && formatDate(row.nextOrderDate, timeZone),
});

export type CustomerRowView = ReturnType<typeof toRow>;

export const customerListLoader = staffPage("readCustomerListPage", "viewer", {
  query,
  handler: async ({ principal: { shop, staffId }, query: { q, only, on, cursor } }) => {
    const asked: Asked = { search: q.trim(), only, on: only && on };
    const filters: CustomerFilters = {
      ...(asked.search && { search: asked.search }),
      ...(only && toSubscribers(asked.on, shop.timeZone)),
    };
    const place = readCursor(cursor, asked);
    const total = await countCustomers(shop.id, filters);
    const [found, views] = await Promise.all([
      listCustomerRows(shop.id, filters, BY_NAME, place ?? { offset: 0 }, {
        limit: PAGE_SIZE + 1,
        isFew: total.isExact,
      }),
      listSavedViews({ shopId: shop.id, staffId, list: "customers" }),
    ]);
    const hasMore = found.length > PAGE_SIZE;
    const isBackwards = place?.isBackwards ?? false;
    // The extra one is at the end towards which the page was read.
    const rows = hasMore ? (isBackwards ? found.slice(1) : found.slice(0, PAGE_SIZE)) : found;
    const to = (direction: "next" | "previous", row: CustomerRow | undefined) =>
      row
        ? toHref(asked, encodeCursor({ direction, keys: [row.sortKey, String(row.id)], list: toList(asked) }))
        : null;
    return {
      ...asked,
      kept: toKept(asked),
      /** The page's query, including the position in the list. */
      here: place ? toSearch(asked, cursor) : toKept(asked),
      views,
      total: `${total.isExact ? "" : "About "}${formatCount(total.count)} ${total.count === 1 ? "customer" : "customers"}`,
      rows: rows.map((row) => toRow(row, shop.timeZone)),
      previousHref: (isBackwards ? hasMore : place !== null) ? to("previous", rows[0]) : null,
      nextHref: isBackwards || hasMore ? to("next", rows.at(-1)) : null,
    };
  },
});

function readKept(params: URLSearchParams): string {
  const { q, only, on } = query.parse(Object.fromEntries(params));
  return toKept({ search: q.trim(), only, on });
}

export const customerViewsAction = savedViewsAction({
  list: "customers",
  operation: "CustomerView",
  path: CUSTOMERS_PATH,
  toHere: readKept,
  toKept: readKept,
});
