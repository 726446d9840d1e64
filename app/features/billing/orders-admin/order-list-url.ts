import { ORDER_DAYS, type OrderDay } from "~/features/billing/orders/order-days";
import { findOrderPart, type PartOfOrders } from "~/features/billing/orders/order-parts";
import { ATTEMPT_STATUSES } from "~db/schema/attempt-enums";

/**
 * The orders page's state is its URL, kept as the given texts, so that a wrong one can be shown beside its field. Pure,
 * because the browser loads this.
 */
export const ORDER_TABS = [
  "upcoming",
  "overdue",
  "paid",
  "dunning",
  "failed",
  "held",
  "stock",
  "unknown",
  "refunded",
  "all",
] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

const ORDER_FILTERS = ["q", "dayOf", "from", "to", "status", "by", "part", "currency"] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export type OrderListState = {
  tab: OrderTab;
  /**
   * Search text; kind of day (by default the order's date), first and last day; a status, on the tab of all orders; a
   * breakdown of the insights and its part (absent: no part); the currency of the contracts.
   */
  filters: Partial<Record<OrderFilter, string>>;
  /** `column,asc|desc`; null = the tab's own. */
  sort: string | null;
  cursor: string | null;
};

const SORT_COLUMNS = ["billing_date", "next_step_at", "amount", "day_of", "first_failed_at"] as const;
export type OrderListSort = { column: (typeof SORT_COLUMNS)[number]; isDescending: boolean };

/** What decides how a list may be sorted. */
type Sorted = Pick<OrderListState, "tab" | "filters">;

export const findOrderDay = ({ filters }: Pick<OrderListState, "filters">): OrderDay | null =>
  ORDER_DAYS.find((day) => day === filters.dayOf) ?? null;

/** The part of the insights by which orders are filtered; null = none. */
export function findPartOfOrders({ filters }: Pick<OrderListState, "filters">): PartOfOrders | null {
  const by = findOrderPart(filters.by);
  return by && { by, value: filters.part ?? "" };
}

/**
 * With a filter by day: by that day, newest first. Otherwise upcoming orders soonest first, those waiting for a try by
 * its date, all others newest first.
 */
export function toDefaultSort({ tab, filters }: Sorted): OrderListSort {
  if (findOrderDay({ filters })) return { column: "day_of", isDescending: true };
  return tab === "dunning" || tab === "stock"
    ? { column: "next_step_at", isDescending: false }
    : { column: "billing_date", isDescending: tab !== "upcoming" };
}

export const toSortText = ({ column, isDescending }: OrderListSort): string =>
  `${column},${isDescending ? "desc" : "asc"}`;

/** Tabs with planned orders only: their amounts are computed. */
export const isPlanned = (tab: OrderTab): boolean => tab === "upcoming" || tab === "overdue";
/** Tabs whose orders have an amount of their own. */
const WITH_AMOUNT: ReadonlySet<OrderTab> = new Set([
  "paid",
  "refunded",
  "dunning",
  "failed",
  "held",
  "stock",
]);

function isSortable({ tab, filters }: Sorted, column: OrderListSort["column"]): boolean {
  if (column === "amount") return WITH_AMOUNT.has(tab) || isPlanned(tab);
  if (column === "day_of") return findOrderDay({ filters }) !== null;
  if (column === "first_failed_at") return tab === "stock";
  return column === "billing_date" || tab === "dunning" || tab === "stock";
}

export const sortsByAmount = (tab: OrderTab): boolean => isSortable({ tab, filters: {} }, "amount");

/** Null for what the list cannot be sorted by: only orders that will be tried again have a next try. */
export function parseSort(text: string, list: Sorted): OrderListSort | null {
  const [name, direction = "asc", ...rest] = text.split(",");
  const column = SORT_COLUMNS.find((each) => each === name);
  if (!column || !isSortable(list, column) || rest.length > 0 || !/^(asc|desc)$/.test(direction)) return null;
  return { column, isDescending: direction === "desc" };
}

export const findStatus = (text: string) => ATTEMPT_STATUSES.find((status) => status === text) ?? null;

/** Reads any URL or form; empty fields and defaults are dropped. */
export function parseOrderList(params: URLSearchParams): OrderListState {
  const read = (name: string) =>
    params
      .getAll(name)
      .findLast((text) => text.trim() !== "")
      ?.trim() ?? null;
  const wanted = read("tab");
  const tab = ORDER_TABS.find((each) => each === wanted) ?? "upcoming";
  const filters: OrderListState["filters"] = {};
  for (const name of ORDER_FILTERS) {
    const text = read(name);
    if (text !== null && (name !== "status" || tab === "all") && (name !== "part" || filters.by))
      filters[name] = text;
  }
  const sort = read("sort");
  const isDefault = sort === toSortText(toDefaultSort({ tab, filters }));
  // The filter form still sends its sort when the filter by day was just removed.
  const isLeftOver = sort?.startsWith("day_of") && !findOrderDay({ filters });
  return { tab, filters, sort: isDefault || isLeftOver ? null : sort, cursor: read("cursor") };
}

/**
 * The canonical query string of a state, without "?"; empty for the plain page. `parseOrderList` reads it back
 * unchanged.
 */
export function toOrderSearch({ tab, filters, sort, cursor }: OrderListState): string {
  const params = new URLSearchParams();
  if (tab !== "upcoming") params.set("tab", tab);
  for (const name of ORDER_FILTERS) if (filters[name]) params.set(name, filters[name]);
  if (sort) params.set("sort", sort);
  if (cursor) params.set("cursor", cursor);
  return params.toString();
}

/** What saved views and exports keep: tab, filters and sort, not the position in the list. */
export const toOrderViewSearch = (state: OrderListState): string => toOrderSearch({ ...state, cursor: null });

export const ORDERS_PATH = "/admin/orders";

export const toOrdersHref = (state: OrderListState): string => {
  const search = toOrderSearch(state);
  return search === "" ? ORDERS_PATH : `${ORDERS_PATH}?${search}`;
};

/** Another tab keeps the search, but not the sort or a status, which belong to a tab. */
export const withTab = ({ filters: { status: _, ...filters } }: OrderListState, tab: OrderTab) => ({
  tab,
  filters,
  sort: null,
  cursor: null,
});

/** Removes filters and what belongs to them, such as a sort by their day. */
function without(state: OrderListState, names: ReadonlySet<string>): OrderListState {
  const kept = Object.entries(state.filters).filter(
    ([name]) => !names.has(name) && !(name === "part" && names.has("by")),
  );
  const filters: OrderListState["filters"] = Object.fromEntries(kept);
  const isSorted = state.sort !== null && parseSort(state.sort, { tab: state.tab, filters }) !== null;
  return { ...state, filters, sort: isSorted ? state.sort : null };
}

/** Removes a filter. The list changes, so it starts at its first page. */
export const withoutFilter = (state: OrderListState, name: OrderFilter): OrderListState => ({
  ...without(state, new Set([name])),
  cursor: null,
});

export const withoutFilters = (state: OrderListState): OrderListState => ({
  ...without(state, new Set(ORDER_FILTERS)),
  cursor: null,
});

/** The list that is actually shown, without refused parameters. @param refused their names */
export function withoutRefused(state: OrderListState, refused: Iterable<string>): OrderListState {
  const names = new Set(refused);
  const shown = without(state, names);
  return {
    ...shown,
    sort: names.has("sort") ? null : shown.sort,
    cursor: names.has("cursor") ? null : state.cursor,
  };
}
