import type { PrincipalShop, StaffPrincipal } from "~/access/principal";
import type { PartOfOrders } from "~/features/billing/orders/order-parts";
import { type BillingHour, toDueDates } from "~/features/billing/settings/billing-day";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { findProductTitle, findVariantTitle } from "~/features/catalogue/catalogue-search.repo.server";
import { computeOrderAmount } from "~/features/contracts/amounts";
import { encodeCursor } from "~/features/contracts/list/contract-cursor";
import { toLinesOfOrder } from "~/features/contracts/order-record/order-amount";
import { listSavedViews } from "~/features/saved-views/saved-views.repo.server";
import { formatCount } from "~/lib/format";
import { TAB_LABELS } from "./order-labels";
import { type OrderListQuery, parseOrderQuery, toListName } from "./order-list-query";
import {
  isPlanned,
  ORDER_TABS,
  type OrderListState,
  parseOrderList,
  toDefaultSort,
  toOrderSearch,
  toOrdersHref,
  toOrderViewSearch,
  toSortText,
  withoutRefused,
  withTab,
} from "./order-list-url";
import { toPartLabel } from "./order-part-labels";
import {
  COUNTED_UP_TO,
  countOrders,
  findOrderRows,
  findSearched,
  listOwnPriced,
  type OrderListRow,
  type OrderSelection,
} from "./order-rows.repo.server";
import type { OwnAmounts } from "./order-sort-sql.server";
import { sumOrders } from "./order-sums.repo.server";
import { toRowView } from "./order-view";
import { listOrdersToPrice } from "./orders-to-price.repo.server";
import { findPartLookup } from "./part-lookup.repo.server";
import { sumDunning, toSumView } from "./recovered.service.server";

const PAGE_SIZE = 50;

export type OrderListPage = Awaited<ReturnType<typeof getOrderListPage>>;

/** Everything the orders page shows for a URL. A wrong parameter is named in `problems` and filters nothing. */
export async function getOrderListPage(
  { shop, staffId }: Pick<StaffPrincipal, "shop" | "staffId">,
  params: URLSearchParams,
  now: Date,
) {
  const state = parseOrderList(params);
  const { query, problems } = parseOrderQuery(state, shop.timeZone);
  const toSelection = await prepareSelection(shop, query, now);
  const selection = toSelection(query);
  const own = await prepareSort(shop.id, selection, query);
  if (!own) {
    problems.sort = TOO_MANY_TO_SORT;
    Object.assign(query, { sort: toDefaultSort(state), cursor: null });
  }
  const [page, counts, sums, dunning, views, partLabel] = await Promise.all([
    findOrderRows(selection, { ...query, size: PAGE_SIZE }, own ?? undefined),
    // Only the tab of all orders filters by status.
    Promise.all(
      ORDER_TABS.map((tab) =>
        // What an order sold is checked order by order, so this is counted only for the open tab.
        query.part && tab !== query.tab ? null : countTab(toSelection({ ...query, tab, status: null })),
      ),
    ),
    sumOrders(selection),
    state.tab === "dunning" ? sumDunning(shop, now) : null,
    listSavedViews({ shopId: shop.id, staffId, list: "orders" }),
    query.part && describePart(shop.id, query.part),
  ]);
  const shown = withoutRefused(state, Object.keys(problems));
  const total = query.status ? await countTab(selection) : counts[ORDER_TABS.indexOf(query.tab)];
  const amounts = await priceRows(shop.id, page.rows);
  return {
    rows: page.rows.map((row) => toRowView(row, amounts, selection.missedBefore, shop.timeZone)),
    state,
    total: total ? toCountText(total) : null,
    // Beyond the counting limit there is no sum.
    sum: (total?.isExact && sums && toSumView(sums).amount) || null,
    ...toPlace(state, query, page),
    tabs: ORDER_TABS.map((tab, index) => ({
      tab,
      label: TAB_LABELS[tab],
      count: toCountText(counts[index] ?? null),
      isEmpty: counts[index]?.count === 0,
      href: toOrdersHref(withTab(state, tab)),
    })),
    problems,
    partLabel,
    sort: toSortText(query.sort),
    search: toOrderSearch(state),
    /** What a form of the page posts to, and what views and exports keep: the list as it is shown. */
    here: toOrderSearch(shown),
    kept: toOrderViewSearch(shown),
    dunning,
    views,
  };
}

/** The part of the insights by which orders are filtered, as text. */
async function describePart(shopId: number, part: PartOfOrders): Promise<string> {
  const id = Number(part.value);
  if (part.by === "product" && id) return toPartLabel(part, await findProductTitle(shopId, id));
  if (part.by === "variant" && id) {
    const found = await findVariantTitle(shopId, id);
    return toPartLabel(part, found && `${found.product}, ${found.variant}`);
  }
  return toPartLabel(part, null);
}

type Count = { count: number; isExact: boolean };

const countTab = async (selection: OrderSelection): Promise<Count | null> => {
  // Counting a walked search might have to read everything.
  if (selection.search?.contractIds === null) return null;
  const count = await countOrders(selection);
  return { count: Math.min(count, COUNTED_UP_TO), isExact: count <= COUNTED_UP_TO };
};

const toCountText = (count: Count | null): string | null =>
  count && `${formatCount(count.count)}${count.isExact ? "" : "+"}`;

/** Shared by all lists of orders: planned orders before `missedBefore` wait for a person (wire.md §5). */
export async function prepareSelection(
  shop: PrincipalShop,
  asked: Pick<OrderListQuery, "search" | "part" | "dayOf" | "from" | "before"> | null,
  now: Date,
) {
  const { billingHour: hour } = await readBillingSettings(shop.id);
  const missedBefore = findMissedBefore({ timeZone: shop.timeZone, hour }, now);
  const text = asked?.search ?? null;
  const part = asked?.part ?? null;
  const [search, lookup] = await Promise.all([
    text === null ? null : findSearched(shop.id, text),
    asked && part ? findPartLookup(shop.id, { ...asked, part }, COUNTED_UP_TO) : null,
  ]);
  return (query: OrderSelection["query"]): OrderSelection => ({
    shopId: shop.id,
    query,
    search,
    lookup,
    missedBefore,
  });
}

export const findMissedBefore = (billing: BillingHour, now: Date): Date => toDueDates(now, billing).from;

export const TOO_MANY_TO_SORT = `At most ${formatCount(COUNTED_UP_TO)} planned orders are sorted by amount. Choose days first.`;

/**
 * What sorting planned orders by amount needs first: the amounts that differ from their contract's. Null when there are
 * too many orders to sort by amount.
 */
export async function prepareSort(
  shopId: number,
  selection: OrderSelection,
  { tab, sort }: Pick<OrderListQuery, "tab" | "sort">,
): Promise<OwnAmounts | null> {
  if (sort.column !== "amount" || !isPlanned(tab)) return new Map();
  const ids = await listOwnPriced(selection);
  const toPrice = ids?.map((id) => ({ id, amount: null }));
  return toPrice ? priceRows(shopId, toPrice) : null;
}

/** What planned orders would cost with their contracts as they are now, by id: decimal strings. */
export async function priceRows(
  shopId: number,
  rows: readonly Pick<OrderListRow, "id" | "amount">[],
): Promise<Map<number, string>> {
  const planned = rows.filter(({ amount }) => amount === null).map(({ id }) => id);
  if (planned.length === 0) return new Map();
  const found = await listOrdersToPrice(shopId, planned);
  return new Map(
    found.map(({ id, isNext, leftOut, oneTimeProducts, ...contract }) => {
      const lines = toLinesOfOrder({ isNext, leftOut }, contract.lines);
      return [id, computeOrderAmount({ ...contract, lines }, oneTimeProducts)];
    }),
  );
}

function toPlace(
  state: OrderListState,
  { cursor }: OrderListQuery,
  { rows, hasMore }: { rows: OrderListRow[]; hasMore: boolean },
) {
  const isBackwards = cursor?.direction === "previous";
  const to = (direction: "next" | "previous", row: OrderListRow | undefined) =>
    row
      ? toOrdersHref({
          ...state,
          cursor: encodeCursor({ direction, keys: [row.sortKey, String(row.id)], list: toListName(state) }),
        })
      : null;
  const hasPrevious = isBackwards ? hasMore : cursor !== null;
  const hasNext = isBackwards || hasMore;
  return {
    isFirstPage: !hasPrevious,
    previousHref: hasPrevious ? to("previous", rows[0]) : null,
    nextHref: hasNext ? to("next", rows.at(-1)) : null,
  };
}
