import { type Binder, createBinder, EXACT_UP_TO } from "~/features/contracts/list/contract-lookups.server";
import { findSamplePlaces, SAMPLE } from "~/features/contracts/list/contract-sample.repo.server";
import { listCountedGroups, sumCounts } from "~/features/contracts/list/counted-totals.repo.server";
import { toOrdersSql, type WholeOrder } from "~/features/contracts/order-record/order-list.repo.server";
import type { ORDER_STATUSES } from "~/features/contracts/order-record/order-status";
import { toStoredStatuses } from "~/features/contracts/order-record/order-status";
import { IS_OWN, isOfStatus } from "~/features/order-schedule/own-orders";
import { client } from "~db/client.server";
import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { isOnDay } from "./order-day-sql.server";
import type { OrderDay } from "./order-days";

export type ReportFilters = {
  status?: (typeof ORDER_STATUSES)[number];
  contractId?: number;
  customerId?: number;
  /** The kind of day; by default the order's date. */
  dayOf?: OrderDay;
  fromDay?: Date;
  toDay?: Date;
  attemptCount?: number;
  contractStatus?: (typeof CONTRACT_STATUSES)[number];
};

/**
 * If contracts of the status are at most this share of all, their orders are gathered; otherwise orders are walked and
 * tested.
 */
const MOST_GATHERED = 0.5;

/** Conditions on an order `a`; on its contract `c` only those of `isOfContract`. */
function toConditions(
  { dayOf, fromDay, toDay, attemptCount }: ReportFilters,
  bind: Binder["bind"],
): string[] {
  return [
    ...(dayOf
      ? isOnDay(dayOf, { from: fromDay ?? null, before: toDay ? new Date(+toDay + 1) : null }, bind)
      : [
          ...(fromDay ? [`a.billing_date >= ${bind(fromDay.toISOString())}::timestamptz`] : []),
          ...(toDay ? [`a.billing_date <= ${bind(toDay.toISOString())}::timestamptz`] : []),
        ]),
    ...(attemptCount === undefined ? [] : [`a.attempt_count = ${bind(attemptCount)}::int`]),
    // Matches the index of orders that were tried.
    ...(attemptCount ? ["a.attempt_count > 0"] : []),
  ];
}

function isOfContract(
  { contractId, customerId, contractStatus }: ReportFilters,
  bind: Binder["bind"],
): string[] {
  return [
    ...(contractId === undefined ? [] : [`c.subscription_contract_id = ${bind(contractId)}::bigint`]),
    ...(customerId === undefined ? [] : [`c.customer_id = ${bind(customerId)}::bigint`]),
    ...(contractStatus === undefined ? [] : [`c.status = ${bind(contractStatus)}`]),
  ];
}

/**
 * The matching orders. Those of few contracts are gathered by contract. Otherwise status by status, each cut to `cut`:
 * the index has them by status and date (or by number of tries and date), so each is read from its beginning.
 */
function toMatching(filters: ReportFilters, bind: Binder["bind"], isOfFew: boolean, cut: string): string {
  const statuses = toStoredStatuses(filters.status);
  const shared = toConditions(filters, bind);
  const ofContract = isOfContract(filters, bind);
  if (isOfFew) {
    const each = statuses.map(({ stored, also }) => [isOfStatus(stored), ...also].join(" and "));
    const all = [...shared, ...ofContract, filters.status ? `(${each.join(" or ")})` : IS_OWN];
    return `(select a.* from contracts c join billing_attempts a on a.shop_id = $1 and a.contract_id = c.id
      where c.shop_id = $1${all.map((condition) => ` and ${condition}`).join("")}${cut})`;
  }
  // Orders of any state with that number of tries share an index, and so do those of another kind of day.
  const isOfOneIndex =
    !filters.status &&
    (filters.dayOf !== undefined || (filters.attemptCount !== undefined && filters.attemptCount > 0));
  const branches = isOfOneIndex ? [{ stored: null, also: [] }] : statuses;
  return branches
    .map(({ stored, also }) => {
      const asked = [...ofContract, ...also];
      const isAsked =
        asked.length > 0
          ? [
              `exists (select from contracts c where c.shop_id = $1 and c.id = a.contract_id and ${asked.join(" and ")} offset 0)`,
            ]
          : [];
      const all = [...(stored ? [isOfStatus(stored)] : []), ...shared, ...isAsked];
      return `(select a.* from billing_attempts a where a.shop_id = $1 and ${all.join(" and ")}${cut})`;
    })
    .join(" union all ");
}

/** Whether the filters select so few contracts that their orders are gathered. */
async function isOfFewContracts(shopId: number, filters: ReportFilters): Promise<boolean> {
  if (filters.contractId !== undefined || filters.customerId !== undefined) return true;
  if (filters.contractStatus === undefined) return false;
  const all = await listCountedGroups(shopId, {});
  const ofStatus = all.filter(({ status }) => status === filters.contractStatus);
  return sumCounts(ofStatus) <= MOST_GATHERED * sumCounts(all);
}

export type ReportPage = {
  orders: WholeOrder[];
  total: { count: number; isExact: boolean };
};

/**
 * A page of a shop's orders by date, with how many match: exact up to 10,000, beyond that an estimate from a sample.
 *
 * @param size at most this many, plus one when there are more
 */
export async function findReportPage(
  shop: { id: number; storeDomain: string },
  filters: ReportFilters,
  { page, size, isDescending }: { page: number; size: number; isDescending: boolean },
): Promise<ReportPage> {
  const isOfFew = await isOfFewContracts(shop.id, filters);
  const [orders, total] = await Promise.all([
    (() => {
      const { values, bind } = createBinder(shop.id, JSON.stringify(shop.storeDomain));
      const direction = isDescending ? "desc" : "asc";
      const order = ` order by a.billing_date ${direction}, a.id ${direction}`;
      const upto = (page + 1) * size + 1;
      const matching = toMatching(filters, bind, isOfFew, `${order} limit ${upto}`);
      return client.unsafe<ReportPage["orders"]>(
        `${toOrdersSql(`select a.* from (${matching}) a${order} limit ${size + 1} offset ${page * size}`)}${order}`,
        values,
      );
    })(),
    countOrders(shop.id, filters, isOfFew),
  ]);
  return { orders, total };
}

async function countOrders(
  shopId: number,
  filters: ReportFilters,
  isOfFew: boolean,
): Promise<ReportPage["total"]> {
  const { values, bind } = createBinder(shopId);
  const limit = EXACT_UP_TO + 1;
  const [row] = await client.unsafe<{ count: number }[]>(
    `select count(*)::int as count from (select from (${toMatching(filters, bind, isOfFew, ` limit ${limit}`)}) a
      limit ${limit}) f`,
    values,
  );
  const count = row?.count ?? 0;
  if (count <= EXACT_UP_TO) return { count, isExact: true };
  return { count: Math.max(count, await estimateOrders(shopId, filters)), isExact: false };
}

/** The mean number of matching orders of some 2,000 contracts, times the number of contracts. */
async function estimateOrders(shopId: number, filters: ReportFilters): Promise<number> {
  const { values, bind } = createBinder(shopId, await findSamplePlaces(shopId));
  const ofStatus = toStoredStatuses(filters.status).map(({ stored, also }) =>
    [isOfStatus(stored), ...also].join(" and "),
  );
  const all = [...toConditions(filters, bind), ...isOfContract(filters, bind), `(${ofStatus.join(" or ")})`];
  const [[sample], groups] = await Promise.all([
    client.unsafe<{ mean: number }[]>(
      `select coalesce(avg((select count(*) from billing_attempts a
          where a.shop_id = $1 and a.contract_id = c.id and ${all.join(" and ")})), 0)::float8 as mean
      from (${SAMPLE}) c`,
      values,
    ),
    listCountedGroups(shopId, {}),
  ]);
  return Math.round((sample?.mean ?? 0) * sumCounts(groups));
}
