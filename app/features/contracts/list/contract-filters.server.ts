import type { CountedFields } from "~/features/contracts/change/contract-counts.repo.server";
import type { ContractFilters } from "./contract-list.schema";
import {
  type Binder,
  EXACT_UP_TO,
  hasName,
  isContained,
  type LineFilter,
  toCustomers,
  toLines,
  toOriginOrders,
  toPastOrders,
} from "./contract-lookups.server";
import { type MoveFilter, toMoves } from "./contract-moves.server";
import { hadStatus, type PastStatusFilter, toIdsWithStatus } from "./contract-past-status.server";
import { isFound, type SearchFilter } from "./contract-search.server";

/** Filters on what happened to a contract: those about the same kind of event are joined into one. */
export const MOVE_PARAMETERS = [
  "fromEndedDate",
  "toEndedDate",
  "endedReason",
  "fromEndedMonths",
  "toEndedMonths",
  "endedProductId",
  "fromReactivatedDate",
  "toReactivatedDate",
  "fromKeptDate",
  "toKeptDate",
  "keptBy",
  "keptReason",
] as const satisfies (keyof ContractFilters)[];
type MoveParameter = (typeof MOVE_PARAMETERS)[number];
/** A contract's status at the end of a day. */
type PastStatusParameter = "activeOn" | "pausedOn" | "runningOn";

/**
 * Filters as the contracts' tables can answer them: names from the catalogue are resolved to the ids that lines hold
 * (contract-catalogue.repo.server.ts).
 */
export type ResolvedFilters = Omit<
  ContractFilters,
  | "recordType"
  | "productId"
  | "variantId"
  | "sellingPlanIds"
  | "havingProductsDeletedFromStore"
  | "search"
  | MoveParameter
  | PastStatusParameter
> & {
  search?: SearchFilter;
  /** For each entry, the contract has a line with any of these. */
  lines?: LineFilter[];
  /** All of these have happened to the contract. */
  moves?: MoveFilter[];
  /** The contract had one of the given statuses at each of these instants. */
  pastStatuses?: PastStatusFilter[];
  /** The contract is in one of these groups of the counters. */
  groups?: CountedFields[];
};

/**
 * How a statement finds contracts: `gather` collects all matches, so each condition uses an index of its own; `walk`
 * goes through contracts in list order and tests each against the conditions.
 */
export type Way = "gather" | "walk";

type Condition<K extends keyof ResolvedFilters> = (
  value: NonNullable<ResolvedFilters[K]>,
  bind: Binder["bind"],
  way: Way,
) => string;

/**
 * SQL conditions on `c` (contracts), one per filter. Only given filters go into the statement, so it is planned for
 * what it has to do. Enum values are part of the text, so that each gets the plan that suits its frequency; everything
 * else is bound. $1 is the shop. Source: wire.md §2 "1 list".
 */
const CONDITIONS: { [K in keyof Required<ResolvedFilters>]: Condition<K> } = {
  status: (status) => `c.status = '${status}'`,
  billingPolicyInterval: (interval) => `c.billing_interval = '${interval}'`,
  billingPolicyIntervalCount: (count, bind) => `c.billing_interval_count = ${bind(count)}::int`,
  planType: (planType) => `c.plan_type = '${planType}'`,
  lastPaymentStatus: (status) => `c.last_payment_status = '${status}'`,
  emailBouncedOrFailed: () => "c.email_bounced_or_failed",
  fromCreatedDate: (from, bind) => `c.created_at >= ${bind(from.toISOString())}::timestamptz`,
  toCreatedDate: (to, bind) => `c.created_at <= ${bind(to.toISOString())}::timestamptz`,
  // A contract without a next date sorts at infinity.
  fromNextDate: (from, bind) =>
    `c.next_billing_sort >= ${bind(from.toISOString())}::timestamptz and c.next_billing_sort < 'infinity'`,
  toNextDate: (to, bind) => `c.next_billing_sort <= ${bind(to.toISOString())}::timestamptz`,
  subscriptionContractId: (id, bind) => `c.subscription_contract_id = ${bind(id)}::bigint`,
  customerName: (text, bind, way) =>
    way === "walk"
      ? hasName(text, bind)
      : `c.customer_id in (${toCustomers(text, bind)}) and ${hasName(text, bind)}`,
  // `offset 0`: a probe per contract; the planner must not read all orders of the shop instead.
  orderName: (text, bind, way) =>
    way === "walk"
      ? `(${isContained(["c.origin_order_name"], text, bind)} or exists (select from billing_attempts b
        where b.shop_id = $1 and b.contract_id = c.id and b.order_name is not null
        and ${isContained(["b.order_name"], text, bind)} offset 0))`
      : `c.id in (${toOriginOrders(text, bind)} union all ${toPastOrders(text, bind)})`,
  search: isFound,
  currencyCode: (code, bind) => `c.currency_code = ${bind(code.toUpperCase())}::text`,
  customerId: (id, bind) => `c.customer_id = ${bind(id)}::bigint`,
  groups: (groups) =>
    `(c.billing_interval, c.billing_interval_count, c.plan_type, c.status) in (values ${groups.map(
      (group) =>
        `('${group.billingInterval}', ${group.billingIntervalCount}, '${group.planType}', '${group.status}')`,
    )})`,
  moves: (moves, bind, way) =>
    moves
      .map((move) =>
        way === "walk"
          ? `exists (${toMoves(move, bind, "c.id")} offset 0)`
          : `c.id in (${toMoves(move, bind)})`,
      )
      .join(" and "),
  pastStatuses: (pastStatuses, bind) =>
    pastStatuses.map((pastStatus) => hadStatus(pastStatus, bind)).join(" and "),
  lines: (lines, bind) => lines.map((line) => `c.id in (${toLines(line, bind)})`).join(" and "),
};

const NAMES = Object.keys(CONDITIONS) as (keyof ResolvedFilters)[];

/** WHERE clause of a list: its shop and the given filters. */
export function toWhere(filters: ResolvedFilters, bind: Binder["bind"], way: Way): string {
  const conditions = NAMES.flatMap((name) => toCondition(name, filters, bind, way));
  return ["c.shop_id = $1", ...conditions].join(" and ");
}

function toCondition<K extends keyof ResolvedFilters>(
  name: K,
  filters: ResolvedFilters,
  bind: Binder["bind"],
  way: Way,
): string[] {
  const value = filters[name];
  const condition: Condition<K> = CONDITIONS[name];
  return value === undefined ? [] : [condition(value as NonNullable<typeof value>, bind, way)];
}

/**
 * FROM and WHERE that gather, over `c`. A single filter on another table is looked up first and leads to the contracts
 * one by one: the planner cannot know how many there will be, and may otherwise read all contracts of the shop. With
 * several such filters the planner chooses the order.
 */
export function toGathering(filters: ResolvedFilters, bind: Binder["bind"]): string {
  const { customerName, orderName, lines = [], moves = [], ...others } = filters;
  // Used alone, this filter finds the contracts. Other filters find fewer, and each of those is checked against it.
  const [pastStatus, second] = others.pastStatuses ?? [];
  const isAlone = Object.entries(filters).every(
    ([name, value]) => value === undefined || name === "pastStatuses" || name === "status",
  );
  if (pastStatus && !second && isAlone) {
    const found = `(${toIdsWithStatus(pastStatus, bind)}) found (id)`;
    const rest = toWhere({ status: others.status }, bind, "gather");
    return `${found} cross join lateral (select * from contracts c where ${rest} and c.id = found.id offset 0) c`;
  }
  const isSingle =
    [customerName, orderName, ...lines, ...moves].filter((value) => value !== undefined).length === 1;
  const [line] = lines;
  const [move] = moves;
  const isNarrow = (["subscriptionContractId", "customerId"] as const).some((name) => name in others);
  // The search found few contracts, by id: each is tested against the other filters.
  if (isNarrow || others.search?.ids) return `contracts c where ${toWhere(filters, bind, "walk")}`;
  if (!isSingle) return `contracts c where ${toWhere(filters, bind, "gather")}`;
  const follow = (found: string, condition: string) => `(${found}) found (id) cross join lateral (
    select * from contracts c where ${toWhere(others, bind, "gather")} and ${condition} offset 0) c`;
  if (customerName !== undefined)
    return follow(
      toCustomers(customerName, bind),
      `c.customer_id = found.id and ${hasName(customerName, bind)}`,
    );
  if (line) return follow(`select distinct f.contract_id from (${toLines(line, bind)}) f`, "c.id = found.id");
  if (move) return follow(`select distinct f.contract_id from (${toMoves(move, bind)}) f`, "c.id = found.id");
  return follow(toOrders(orderName ?? "", Object.keys(others).length === 0, bind), "c.id = found.id");
}

/**
 * Contracts with a matching origin order or past order. If this is the only filter and the origin orders alone are too
 * many to gather, past orders need not be read (a contract may have several, so they cannot be limited).
 */
function toOrders(text: string, isAlone: boolean, bind: Binder["bind"]): string {
  const [origin, past] = [toOriginOrders(text, bind), toPastOrders(text, bind)];
  if (!isAlone) return `${origin} union ${past}`;
  return `with origin as materialized (${origin} limit ${EXACT_UP_TO + 1})
    select id from origin union ${past} and (select count(*) from origin) <= ${EXACT_UP_TO}`;
}

/** Filters that the counters know. */
type CountableFilters = Pick<
  ResolvedFilters,
  "status" | "billingPolicyInterval" | "billingPolicyIntervalCount" | "planType"
>;

const toCountable = (filters: ResolvedFilters): CountableFilters => ({
  status: filters.status,
  billingPolicyInterval: filters.billingPolicyInterval,
  billingPolicyIntervalCount: filters.billingPolicyIntervalCount,
  planType: filters.planType,
});

/** Whether the counters answer how many contracts these filters match. */
export function isCountable(filters: ResolvedFilters): boolean {
  const countable = toCountable(filters);
  return NAMES.every((name) => filters[name] === undefined || name in countable);
}

/** WHERE clause over `contract_counts c` for the countable filters. */
export const toCountsWhere = (filters: ResolvedFilters, bind: Binder["bind"]): string =>
  toWhere(toCountable(filters), bind, "walk");
