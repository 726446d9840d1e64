import { contractNotFound } from "~/features/contracts/contract-not-found";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { toOrderRecord } from "~/features/contracts/order-record/order-amount";
import {
  findPastOrders,
  findUpcomingOrders,
  hasCustomer,
} from "~/features/contracts/order-record/order-list.repo.server";
import type { OrderRecord, OrderSort } from "~/features/contracts/order-record/order-record.server";
import { toShownOrder } from "~/features/contracts/order-record/shown-tries";
import { invalidRequest, notFound } from "~/lib/problem";
import { findReportPage, type ReportFilters } from "./order-report.repo.server";

const byDate = (a: OrderRecord, b: OrderRecord): number =>
  a.billingDate.localeCompare(b.billingDate) || a.id - b.id;

/**
 * Upcoming orders of a contract, or of all contracts of a customer, soonest first.
 *
 * @throws ProblemError invalid_request when neither is given; not_found, the same for unknown ones and another shop's
 *   or customer's
 */
export async function listUpcomingOrders(
  { shop, customerId: owner, audit }: OperationCaller,
  { contractId, customerId }: { contractId?: number; customerId?: number },
  withSkipped: boolean,
): Promise<OrderRecord[]> {
  if (contractId === undefined && customerId === undefined)
    throw invalidRequest([
      { parameter: "contractId", code: "missing", detail: "Give contractId or customerId." },
    ]);
  const isOthers = owner !== null && customerId !== undefined && customerId !== owner;
  const which = { contractId: contractId ?? null, customerId: owner ?? customerId ?? null };
  const found = isOthers ? [] : await findUpcomingOrders(shop, which, audit.now, withSkipped);
  if (found.length === 0) {
    if (contractId !== undefined) throw contractNotFound();
    const isKnown = !isOthers && customerId !== undefined && (await hasCustomer(shop.id, customerId));
    if (!isKnown) throw notFound("There is no such customer.");
  }
  return found
    .flatMap(({ orders, ...contract }) =>
      orders.map((order) => toShownOrder(toOrderRecord(order, contract), owner)),
    )
    .sort(byDate);
}

/** A page of a contract's past orders. @throws ProblemError not_found, as above */
export async function listPastOrdersOf(
  { shop, customerId, audit }: OperationCaller,
  contractId: number,
  paging: { page: number; size: number; sort: readonly OrderSort[] },
): Promise<{ orders: OrderRecord[]; total: number }> {
  const found = await findPastOrders(shop, { contractId, customerId }, audit.now, paging);
  if (!found) throw contractNotFound();
  const { orders, total, ...contract } = found;
  return { orders: orders.map((order) => toShownOrder(toOrderRecord(order, contract), customerId)), total };
}

/**
 * A page of the shop's orders, with whether there are more after it. An id that the shop does not have matches none.
 */
export async function listReportedOrders(
  shop: OperationCaller["shop"],
  filters: ReportFilters,
  paging: { page: number; size: number; isDescending: boolean },
) {
  const { orders, total } = await findReportPage(shop, filters, paging);
  return {
    items: orders
      .slice(0, paging.size)
      .map(({ order, leaseUntil: _, ...contract }) => toOrderRecord(order, contract)),
    hasNext: orders.length > paging.size,
    total,
  };
}
