import { STOCK_CODES } from "~/features/billing/gateway/port/declines";
import type { DeclineClass } from "~/features/billing/gateway/port/payment-gateway";
import { isOnDay, toDayInstant } from "~/features/billing/orders/order-day-sql.server";
import { isInCurrency, isOfPart } from "~/features/billing/orders/order-part-sql.server";
import {
  type Binder,
  createBinder,
  hasName,
  isContained,
  toCustomers,
} from "~/features/contracts/list/contract-lookups.server";
import { isOfStatus } from "~/features/order-schedule/own-orders";
import { parsePlatformId } from "~/lib/gid";
import { client } from "~db/client.server";
import {
  ATTEMPT_STATUSES,
  type AttemptStatus,
  UNDECIDED_STATUSES,
  UNPAID_STATUSES,
} from "~db/schema/attempt-enums";
import { toSqlList } from "~db/schema/columns";
import type { OrderListQuery } from "./order-list-query";
import type { OrderTab } from "./order-list-url";
import { type OwnAmounts, toSortKey } from "./order-sort-sql.server";
import { type PartLookup, toCandidates } from "./part-lookup.repo.server";

/**
 * A search, looked up: contracts by number, name or e-mail, orders by number or name. Contracts are null when there are
 * too many to gather.
 */
export type Found = { text: string; contractIds: number[] | null; attemptIds: number[] };

/** Which orders; `missedBefore`: planned ones before it wait for a person. */
export type OrderSelection = {
  shopId: number;
  query: Pick<OrderListQuery, "tab" | "from" | "before" | "status"> &
    Partial<Pick<OrderListQuery, "dayOf" | "part" | "currencyCode">>;
  search: Found | null;
  /** How the orders of the part are found; null: each order is checked. */
  lookup?: PartLookup | null;
  missedBefore: Date;
};

/**
 * With up to this many contracts, the orders of a search are gathered; with more the list is walked and each order
 * tested.
 */
const MOST_GATHERED = 2000;
/** A name that more orders have is too common to help a search. */
const MOST_NAMED = 1000;

/** The first step of every search: separate look-ups, each by its index. */
export async function findSearched(shopId: number, text: string): Promise<Found> {
  const [contracts, attempts] = await Promise.all([
    findIds(shopId, MOST_GATHERED + 1, (bind) => {
      const number = parsePlatformId(text, "SubscriptionContract");
      return [
        ...(number === null
          ? []
          : [
              `select n.id from contracts n where n.shop_id = $1 and n.subscription_contract_id = ${bind(number)}::bigint`,
            ]),
        `select c.id from (${toCustomers(text, bind)}) found (id) cross join lateral (
          select c.id from contracts c where c.shop_id = $1 and c.customer_id = found.id and ${hasName(text, bind)} offset 0) c`,
      ];
    }),
    findIds(shopId, MOST_NAMED, (bind) => {
      const number = parsePlatformId(text, "SubscriptionBillingAttempt");
      return [
        ...(number === null ? [] : [`select ${bind(number)}::bigint`]),
        `select b.id from billing_attempts b where b.shop_id = $1 and b.order_name is not null
          and search_grams(b.shop_id, b.order_name) @@ search_query($1, ${bind(text)})
          and ${isContained(["b.order_name"], text, bind)}`,
      ];
    }),
  ]);
  return {
    text,
    contractIds: contracts.length > MOST_GATHERED ? null : contracts,
    attemptIds: attempts,
  };
}

async function findIds(
  shopId: number,
  most: number,
  toKinds: (bind: Binder["bind"]) => string[],
): Promise<number[]> {
  const { values, bind } = createBinder(shopId);
  const kinds = toKinds(bind).map((kind) => `(${kind} limit ${most})`);
  const rows = await client.unsafe<{ id: number }[]>(
    `select f.id from (${kinds.join(" union ")}) f (id) limit ${most}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** Refunded orders. Found by our own order: an imported order has the platform's number. */
const IS_REFUNDED = `exists (select from orders o
  join order_refunds r on r.shop_id = $1 and r.order_id = o.id and r.state = 'DONE'
  where o.shop_id = $1 and o.attempt_id = a.id)`;

/**
 * Orders that need the merchant: the gateway has refused them three times in a row, or their last try failed for a
 * reason that only the merchant can fix.
 */
const HELD_STATUSES = ["QUEUED", ...UNPAID_STATUSES] as const satisfies AttemptStatus[];
const IS_HELD =
  "(a.put_off_since is not null and a.next_step_at >= a.put_off_since + interval '15 minutes' or a.error_class = 'merchant' and a.status = 'FAILURE')";

/** A product of the order is out of stock: it is tried again on the days set for that (decision 040). */
const IS_OUT_OF_STOCK = `a.error_class = 'merchant' and a.status = 'FAILURE' and a.next_step_at is not null
  and a.error_code in (${toSqlList(STOCK_CODES)})`;

/** `missed`: whether it was planned before the dates that a run makes up for. */
type TabRule = { statuses: readonly AttemptStatus[]; also?: string; missed?: boolean };

const TAB_RULES: Record<OrderTab, TabRule> = {
  upcoming: { statuses: ["QUEUED"], missed: false },
  overdue: { statuses: ["QUEUED"], missed: true },
  paid: { statuses: ["SUCCESS"] },
  refunded: { statuses: ["SUCCESS"], also: IS_REFUNDED },
  dunning: { statuses: UNPAID_STATUSES, also: "a.next_step_at is not null" },
  failed: { statuses: UNPAID_STATUSES, also: "a.next_step_at is null" },
  // Only a few of all orders: they have an index of their own (migration 0047).
  held: { statuses: HELD_STATUSES, also: IS_HELD },
  stock: { statuses: ["FAILURE"], also: IS_OUT_OF_STOCK },
  // Sent with unknown outcome: still being looked up or, without a next step, for a person to decide.
  unknown: {
    statuses: UNDECIDED_STATUSES,
    also: "(a.status = 'UNKNOWN' or a.next_step_at is not null or a.lease_until is null)",
  },
  all: { statuses: ATTEMPT_STATUSES },
};

function isSearched({ text, contractIds, attemptIds }: Found, bind: Binder["bind"]): string {
  const isNamed = `a.id = any(${bind(`{${attemptIds.join(",")}}`)}::bigint[])`;
  if (contractIds !== null)
    return `(${isNamed} or a.contract_id = any(${bind(`{${contractIds.join(",")}}`)}::bigint[]))`;
  return `(${isNamed} or exists (select from contracts c
    where c.shop_id = $1 and c.id = a.contract_id and ${hasName(text, bind)} offset 0))`;
}

type Cut = { beyond?: string; order?: string; limit: number };

/** Conditions for the wanted days. */
function toDays({ dayOf, from, before }: OrderSelection["query"], bind: Binder["bind"]): string[] {
  if (dayOf) return isOnDay(dayOf, { from, before }, bind);
  const instant = (at: Date) => `${bind(at.toISOString())}::timestamptz`;
  return [
    ...(from ? [`a.billing_date >= ${instant(from)}`] : []),
    ...(before ? [`a.billing_date < ${instant(before)}`] : []),
  ];
}

/**
 * The matching orders, status by status, each cut to `limit`: the index has them by status and date, so each is read
 * from its beginning, whatever the planner assumes about their correlation. For another kind of day there is an index
 * of that day.
 */
export function toMatching(
  { query, search, lookup, missedBefore }: OrderSelection,
  bind: Binder["bind"],
  { beyond = "", order = "", limit }: Cut,
): string {
  const { tab, dayOf, status, part, currencyCode } = query;
  const { statuses, also, missed } = TAB_RULES[tab];
  const shared = [
    ...(also ? [also] : []),
    ...(missed === undefined
      ? []
      : [`a.billing_date ${missed ? "<" : ">="} ${bind(missedBefore.toISOString())}::timestamptz`]),
    ...toDays(query, bind),
    ...(part ? [isOfPart(part, bind)] : []),
    ...(currencyCode ? [isInCurrency(currencyCode, bind)] : []),
    ...(search ? [isSearched(search, bind)] : []),
  ].map((condition) => ` and ${condition}`);
  const wanted = statuses.filter((each) => status === null || each === status);
  const isOfAny = wanted.length === ATTEMPT_STATUSES.length ? "" : ` and a.status in (${toSqlList(wanted)})`;
  // If there are many, walking in list order soon finds a page's worth.
  if (lookup && (lookup.isFew || order === ""))
    return `(select a.* from (${toCandidates(lookup, bind)}) f (id) cross join lateral (
      select a.* from orders o join billing_attempts a on a.shop_id = $1 and a.id = o.attempt_id
      where o.shop_id = $1 and o.id = f.id${isOfAny}${shared.join("")} offset 0) a
      where true${beyond}${order} limit ${limit})`;
  const read = (isWanted: string) =>
    `(select a.* from billing_attempts a where a.shop_id = $1${isWanted}${shared.join("")}${beyond}${order} limit ${limit})`;
  if (dayOf) return read(isOfAny);
  return wanted.map((each) => read(` and ${isOfStatus(each)}`)).join(" union all ");
}

/** Counting stops here: the list says "10,000+". */
export const COUNTED_UP_TO = 10_000;

/** How many match, up to `COUNTED_UP_TO`, plus one for "more". */
export async function countOrders(selection: OrderSelection): Promise<number> {
  const { values, bind } = createBinder(selection.shopId);
  const limit = COUNTED_UP_TO + 1;
  const [row] = await client.unsafe<{ count: number }[]>(
    `select count(*)::int as count from (
      select from (${toMatching(selection, bind, { limit })}) a limit ${limit}) f`,
    values,
  );
  return row?.count ?? 0;
}

/** Planned orders with skipped lines; null when there are more than are counted. */
export async function listOwnPriced(selection: OrderSelection): Promise<number[] | null> {
  const { values, bind } = createBinder(selection.shopId);
  const limit = COUNTED_UP_TO + 1;
  const [row] = await client.unsafe<{ count: number; ids: number[] }[]>(
    `select count(*)::int as count, coalesce(json_agg(a.id) filter (where exists (select from contract_lines l
        where l.shop_id = $1 and l.contract_id = a.contract_id and l.skipped_next_order offset 0)), '[]') as ids
    from (${toMatching(selection, bind, { limit })}) a`,
    values,
  );
  return !row || row.count > COUNTED_UP_TO ? null : row.ids;
}

/** How many orders need the merchant, up to `COUNTED_UP_TO`. */
export async function countHeldOrders(shopId: number): Promise<{ count: number; isEstimate: boolean }> {
  const query = { tab: "held", from: null, before: null, status: null } as const;
  const count = await countOrders({ shopId, query, search: null, missedBefore: new Date(0) });
  return { count: Math.min(count, COUNTED_UP_TO), isEstimate: count > COUNTED_UP_TO };
}

/** An order of the list, with all data for its texts. */
export type OrderListRow = {
  id: number;
  status: AttemptStatus;
  billingDate: string;
  attemptCount: number;
  attemptTime: string | null;
  nextStep: "TRY" | "LOOK" | "END" | null;
  nextStepAt: string | null;
  putOffSince: string | null;
  errorCode: string | null;
  errorClass: DeclineClass | null;
  errorMessage: string | null;
  orderName: string | null;
  firstFailedAt: string | null;
  /** For one that is out of stock: what its last try would have sold, one entry per line. */
  products: string[] | null;
  contractId: number;
  contractStatus: string;
  customerId: number;
  customerName: string | null;
  customerEmail: string | null;
  currencyCode: string;
  /** The amount paid, or last tried; null if it was never tried. */
  amount: string | null;
  refunded: string | null;
  /** The instant of the wanted kind of day; null if that is the order's date. */
  dayOfAt: string | null;
  /** Value of the sort column, as Postgres writes it. */
  sortKey: string;
};

const ROW = `a.id, a.status, a.billing_date as "billingDate", a.attempt_count as "attemptCount",
  a.attempt_time as "attemptTime", a.next_step as "nextStep", a.next_step_at as "nextStepAt",
  a.put_off_since as "putOffSince",
  a.error_code as "errorCode", a.error_class as "errorClass", a.error_message as "errorMessage",
  a.order_name as "orderName", a.first_failed_at as "firstFailedAt",
  case when ${IS_OUT_OF_STOCK} then (select array_agg(concat(l ->> 'quantity', ' × ', concat_ws(', ', l ->> 'title', l ->> 'variantTitle')))
    from jsonb_array_elements(t.draft -> 'lines') l) end as products, c.subscription_contract_id as "contractId", c.status as "contractStatus",
  c.customer_id as "customerId", c.customer_name as "customerName", c.customer_email as "customerEmail",
  coalesce(o.currency_code, t.currency_code, c.currency_code) as "currencyCode",
  coalesce(a.order_amount, t.amount)::text as amount,
  (select sum(r.amount)::text from order_refunds r
    where r.shop_id = $1 and r.order_id = o.id and r.state = 'DONE') as refunded`;

const ROW_FROM = `join contracts c on c.shop_id = $1 and c.id = a.contract_id
  left join orders o on o.shop_id = $1 and o.attempt_id = a.id
  left join lateral (select t.amount, t.currency_code, t.draft from billing_tries t
    where t.shop_id = $1 and t.attempt_id = a.id order by t.number desc limit 1) t on true`;

/**
 * One page of orders in list order, and whether there are more after it (in the direction it is read).
 *
 * @param cursor where it begins; null = at the beginning
 * @param own amounts of planned orders that are sorted by amount
 */
export async function findOrderRows(
  selection: OrderSelection,
  { sort, cursor, size }: Pick<OrderListQuery, "sort" | "cursor"> & { size: number },
  own: OwnAmounts = new Map(),
): Promise<{ rows: OrderListRow[]; hasMore: boolean }> {
  const { values, bind } = createBinder(selection.shopId);
  const isBackwards = cursor?.direction === "previous";
  const isDescending = sort.isDescending !== isBackwards;
  const key = toSortKey(sort.column, selection.query, own, bind);
  const direction = isDescending ? "desc" : "asc";
  const beyond = cursor
    ? ` and (${key}, a.id) ${isDescending ? "<" : ">"} (${bind(cursor.keys[0])}::${sort.column === "amount" ? "numeric" : "timestamptz"}, ${bind(cursor.keys[1])}::bigint)`
    : "";
  const order = ` order by ${key} ${direction}, a.id ${direction}`;
  const limit = size + 1;
  const matching = toMatching(selection, bind, { beyond, order, limit });
  const { dayOf } = selection.query;
  const rows = await client.unsafe<OrderListRow[]>(
    `select ${ROW}, ${dayOf ? toDayInstant(dayOf) : "null"} as "dayOfAt", ${key}::text as "sortKey"
    from (select * from (${matching}) a${order} limit ${limit}) a ${ROW_FROM}${order}`,
    values,
  );
  const shown = rows.slice(0, size);
  return { rows: isBackwards ? shown.reverse() : shown, hasMore: rows.length > size };
}
