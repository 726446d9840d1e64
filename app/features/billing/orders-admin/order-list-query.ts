import { Temporal } from "temporal-polyfill";
import type { OrderDay } from "~/features/billing/orders/order-days";
import { isIdPart, type PartOfOrders } from "~/features/billing/orders/order-parts";
import { decodeCursor, type ListCursor } from "~/features/contracts/list/contract-cursor";
import { isCalendarDay } from "~/lib/schemas/calendar-day";
import type { AttemptStatus } from "~db/schema/attempt-enums";
import {
  findOrderDay,
  findPartOfOrders,
  findStatus,
  type OrderFilter,
  type OrderListSort,
  type OrderListState,
  type OrderTab,
  parseSort,
  toDefaultSort,
  toOrderViewSearch,
} from "./order-list-url";

export type OrderListQuery = {
  tab: OrderTab;
  search: string | null;
  /** The kind of day that the days filter; null = the orders' dates. */
  dayOf: OrderDay | null;
  /** Including this instant, excluding the other. */
  from: Date | null;
  before: Date | null;
  status: AttemptStatus | null;
  part: PartOfOrders | null;
  currencyCode: string | null;
  sort: OrderListSort;
  /** null = the first page. */
  cursor: (Pick<ListCursor, "direction"> & { keys: [string, string] }) | null;
};

/** Errors by parameter, one sentence each. */
export type OrderListProblems = Partial<Record<OrderFilter | "sort" | "cursor", string>>;

const MAX_SEARCH = 200;

/** Name of the list that a cursor belongs to: everything except the position. */
export const toListName = (state: OrderListState): string => toOrderViewSearch(state);

/**
 * Reads the URL leniently: a wrong parameter is named and ignored, the rest applies. Days are of the shop's calendar,
 * the last one included.
 */
export function parseOrderQuery(
  state: OrderListState,
  timeZone: string,
): { query: OrderListQuery; problems: OrderListProblems } {
  const problems: OrderListProblems = {};
  const { tab, filters } = state;
  const readDay = (name: "from" | "to", daysLater: number): Date | null => {
    const text = filters[name];
    if (text === undefined) return null;
    if (isCalendarDay(text)) {
      const day = Temporal.PlainDate.from(text).add({ days: daysLater });
      return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
    }
    problems[name] = "Use a day such as 2026-03-31.";
    return null;
  };
  const from = readDay("from", 0);
  const before = readDay("to", 1);
  if (from && before && from >= before) problems.to = "The last day is before the first one.";
  const search = filters.q ?? null;
  if (search && search.length > MAX_SEARCH) problems.q = `Search for at most ${MAX_SEARCH} characters.`;
  const dayOf = findOrderDay(state);
  if (filters.dayOf && !dayOf) problems.dayOf = "Orders have no such day.";
  const status = filters.status ? findStatus(filters.status) : null;
  if (filters.status && !status) problems.status = "There is no such status.";
  const part = findPartOfOrders(state);
  if (filters.by && !part) problems.by = "Orders cannot be filtered by that.";
  if (part && isIdPart(part.by) && !/^\d{0,16}$/.test(part.value)) problems.part = "Use its number.";
  const currencyCode = filters.currency?.toUpperCase() ?? null;
  if (currencyCode && !/^[A-Z]{3}$/.test(currencyCode)) problems.currency = "Use a currency such as EUR.";
  const sort = state.sort ? parseSort(state.sort, state) : toDefaultSort(state);
  if (!sort) problems.sort = "The list cannot be sorted this way.";
  const cursor = state.cursor ? findCursor(state.cursor, state, sort ?? toDefaultSort(state)) : null;
  if (state.cursor && !cursor) problems.cursor = "This link belongs to another list. Here is the first page.";
  const query: OrderListQuery = {
    tab,
    search: problems.q ? null : search,
    dayOf,
    from,
    before: problems.to ? null : before,
    status,
    part: problems.part ? null : part,
    currencyCode: problems.currency ? null : currencyCode,
    sort: sort ?? toDefaultSort(state),
    cursor,
  };
  return { query, problems };
}

const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/;

const AMOUNT = /^\d{1,12}(\.\d{1,4})?$/;

function findCursor(
  text: string,
  state: OrderListState,
  { column }: OrderListSort,
): OrderListQuery["cursor"] {
  const cursor = decodeCursor(text);
  if (!cursor || cursor.list !== toListName(state)) return null;
  const [key = "", id = "", ...rest] = cursor.keys ?? [];
  if (!(column === "amount" ? AMOUNT : INSTANT).test(key) || !/^\d{1,16}$/.test(id) || rest.length > 0)
    return null;
  return { direction: cursor.direction, keys: [key, id] };
}
