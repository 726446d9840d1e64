import { toCustomerName } from "~/access/customer-name";
import type { PrincipalShop, StaffPrincipal } from "~/access/principal";
import type { Move } from "~/features/activity/moves";
import {
  findCustomerLabel,
  findProductTitle,
  findVariantTitle,
  listSellingPlans,
} from "~/features/catalogue/catalogue-search.repo.server";
import { searchCatalogue } from "~/features/catalogue/catalogue-search.service.server";
import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import { resolveFilters } from "~/features/contracts/list/contract-catalogue.repo.server";
import { MOVE_PARAMETERS } from "~/features/contracts/list/contract-filters.server";
import type { ContractFilters } from "~/features/contracts/list/contract-list.schema";
import { countContractsByStatus, findPage } from "~/features/contracts/list/contract-list.service.server";
import {
  type ListState,
  parseListState,
  toListHref,
  withFilters,
  withPage,
} from "~/features/contracts/list/contract-list-url";
import { countMovesOf } from "~/features/contracts/list/contract-totals.repo.server";
import { listSavedViews } from "~/features/saved-views/saved-views.repo.server";
import { formatCount, toDayString } from "~/lib/format";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { toColumns } from "./column-choice";
import {
  type ContractListPage,
  type FilterNames,
  type PlanGroup,
  toChips,
  toListRow,
} from "./contract-list-page";
import { type ListProblems, parseListQuery } from "./contract-list-query";
import { type ContractListRow, toListRowProjection } from "./contract-list-row.server";

/** With more plans the menu would be unusable; the API still takes any id. */
const PLANS_SHOWN = 300;

/** Everything the contract list shows for a URL. A wrong parameter is named in `problems` and filters nothing. */
export async function getContractListPage(
  {
    shop,
    staffId,
    contractColumns = null,
  }: Pick<StaffPrincipal, "shop" | "staffId"> & Partial<StaffPrincipal>,
  params: URLSearchParams,
): Promise<ContractListPage> {
  const state = parseListState(params);
  const { query, problems } = parseListQuery(state, shop.timeZone);
  const productSearch = params.get("productSearch")?.trim();
  const [page, counts, views, plans, names, productChoices] = await Promise.all([
    findPage(shop, query, toListRowProjection(query.filters.search)),
    countContractsByStatus(shop, query),
    listSavedViews({ shopId: shop.id, staffId, list: "contracts" }),
    listSellingPlans(shop.id, PLANS_SHOWN),
    findNames(shop, query.filters),
    productSearch ? searchCatalogue(shop.id, productSearch) : null,
  ]);
  const rows: ContractListRow[] = JSON.parse(page.items);
  const planNames = toPlanNames(plans, query.filters.sellingPlanIds);
  const sort = query.sort[0];
  return {
    rows: rows.map((row) => toListRow(row, shop.timeZone)),
    total: toTotalText(page.total),
    times: isOfMoves(query.filters) ? await describeTimes(shop, query.filters, page) : null,
    ...toPlace(state, problems, page, query.paging.size, rows.length),
    tabs: toTabs(state, counts, query.filters.status ?? null),
    chips: toChips(state, problems, { ...names, plans: planNames }, shop.timeZone),
    problems,
    sort: sort ? `${sort.column},${sort.descending ? "desc" : "asc"}` : "",
    size: query.paging.size,
    days: toDays(query.filters, shop.timeZone),
    planGroups: toPlanGroups(plans, state.filters.sellingPlanIds ?? null, planNames),
    productName: names.variant ?? names.product,
    productChoices,
    views,
    columns: toColumns(contractColumns),
  };
}

type Page = Awaited<ReturnType<typeof findPage>>;

/** An estimate is rounded: its last digits mean nothing. */
function toTotalText({ count, precision }: Page["total"]): string {
  if (precision === "exact") return formatCount(count);
  const step = 10 ** Math.max(0, String(count).length - 2);
  return `about ${formatCount(Math.round(count / step) * step)}`;
}

const isOfMoves = (filters: ContractFilters): boolean =>
  MOVE_PARAMETERS.some((name) => filters[name] !== undefined);

const MOVED: Record<Move, string> = { ENDED: "ended", REACTIVATED: "reactivated", KEPT: "kept by an offer" };

/** A filter on events may match a contract more than once: how often it matches over the whole list. */
async function describeTimes(shop: PrincipalShop, filters: ContractFilters, { total }: Page) {
  const { moves = [], ...others } = await resolveFilters(shop.id, filters);
  const [only, second] = moves;
  if (!only || second || total.precision !== "exact") return null;
  const times = await countMovesOf(shop.id, only, others);
  return times === total.count ? null : `${MOVED[only.move]} ${formatCount(times)} times`;
}

/** Beside a cursor, the page number in the URL only gives the range shown; a wrong one is not shown. */
function toPlace(
  state: ListState,
  problems: ListProblems,
  { total, links }: Page,
  size: number,
  shown: number,
) {
  const number = problems.page || state.page === null ? 0 : Number(state.page);
  const from = number * size + 1;
  const isPlausible = shown > 0 && (total.precision === "estimate" || from + shown - 1 <= total.count);
  const cursorOf = (link: Record<string, string | number>) =>
    typeof link.cursor === "string" ? link.cursor : null;
  return {
    range: isPlausible ? `${formatCount(from)}–${formatCount(from + shown - 1)}` : null,
    previousHref: links.prev
      ? toListHref(withPage(state, Math.max(0, number - 1), cursorOf(links.prev)))
      : null,
    nextHref: links.next ? toListHref(withPage(state, number + 1, cursorOf(links.next))) : null,
  };
}

function toTabs(
  state: ListState,
  counts: Awaited<ReturnType<typeof countContractsByStatus>>,
  current: string | null,
): ContractListPage["tabs"] {
  const tab = (status: ContractStatus | null, count: number, exact: boolean) => ({
    status,
    count: `${formatCount(count)}${exact ? "" : "+"}`,
    href: toListHref(withFilters(state, { status })),
    isCurrent: status === current,
  });
  const all = Object.values(counts);
  const sum = all.reduce((total, { count }) => total + count, 0);
  return [
    tab(
      null,
      sum,
      all.every(({ exact }) => exact),
    ),
    ...CONTRACT_STATUSES.map((status) => tab(status, counts[status].count, counts[status].exact)),
  ];
}

async function findNames(shop: PrincipalShop, filters: ContractFilters): Promise<Omit<FilterNames, "plans">> {
  const { productId, endedProductId, variantId, customerId } = filters;
  const [product, endedProduct, variant, customer] = await Promise.all([
    productId === undefined ? null : findProductTitle(shop.id, productId),
    endedProductId === undefined ? null : findProductTitle(shop.id, endedProductId),
    variantId === undefined ? null : findVariantTitle(shop.id, variantId),
    customerId === undefined ? null : findCustomerLabel(shop.id, customerId),
  ]);
  return {
    product,
    endedProduct,
    variant: variant && `${variant.product}, ${variant.variant}`,
    customer: customer && (toCustomerName(customer) || customer.email),
  };
}

type Plans = Awaited<ReturnType<typeof listSellingPlans>>;

function toPlanNames(plans: Plans, ids: number[] | undefined): string | null {
  if (!ids) return null;
  const wanted = new Set(ids);
  const chosen = plans.filter((plan) => wanted.has(plan.id));
  if (chosen.length !== wanted.size) return null;
  const group = plans.filter((plan) => plan.groupId !== null && plan.groupId === chosen[0]?.groupId);
  const isWholeGroup =
    group.length > 1 && group.length === chosen.length && chosen.every((plan) => group.includes(plan));
  if (isWholeGroup) return chosen[0]?.group ?? null;
  return chosen.map((plan) => plan.name).join(", ");
}

/** One menu, which also works without scripts: plans under their group, with the whole group as a choice of its own. */
function toPlanGroups(plans: Plans, current: string | null, currentNames: string | null) {
  const groups = new Map<number | null, PlanGroup>();
  for (const plan of plans) {
    const group = groups.get(plan.groupId) ?? { name: plan.group, options: [] };
    group.options.push({ value: String(plan.id), label: plan.name });
    groups.set(plan.groupId, group);
  }
  const list = [...groups.values()].map(({ name, options }) => ({
    name,
    options:
      name !== null && options.length > 1
        ? [
            { value: options.map((option) => option.value).join(","), label: `Any plan of ${name}` },
            ...options,
          ]
        : options,
  }));
  const isListed = list.some(({ options }) => options.some((option) => option.value === current));
  if (current !== null && !isListed)
    list.unshift({ name: null, options: [{ value: current, label: currentNames ?? current }] });
  return list;
}

function toDays(filters: ContractFilters, timeZone: string): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value instanceof Date ? [[name, toDayString(value, timeZone)]] : [],
    ),
  );
}
