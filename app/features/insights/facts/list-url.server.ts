import type { DayRange } from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { startOfDay } from "~/lib/shop-calendar.server";
import type { OrderFactKind } from "~db/schema/fact-enums";

/** Operation 1 of the specification. */
const CONTRACTS = "/api/external/v2/subscription-contract-details";
/** `past-orders/report` (wire.md §4). */
const ORDERS = "/api/external/v2/subscription-billing-attempts/past-orders/report";

/** @field today by the shop's clock and zone */
type Place = { today: string; timeZone: string };

/** Orders that a number counts, or whose money it is: by the day of what, on the tab that has them all. */
const ORDERS_OF: Partial<
  Record<NumberName, { dayOf: Exclude<OrderFactKind, "SKIPPED">; tab: string; isMoney?: true }>
> = {
  paidOrders: { dayOf: "PAID", tab: "paid" },
  revenue: { dayOf: "PAID", tab: "paid", isMoney: true },
  failedOrders: { dayOf: "FAILED", tab: "all" },
  recoveredOrders: { dayOf: "RECOVERED", tab: "paid" },
  recoveredRevenue: { dayOf: "RECOVERED", tab: "paid", isMoney: true },
  lostOrders: { dayOf: "LOST", tab: "all" },
  refunds: { dayOf: "REFUNDED", tab: "refunded", isMoney: true },
};

/** First and last instant of days of the shop. */
function toInstants({ from, to }: DayRange, { timeZone }: Place) {
  const last = startOfDay(to, timeZone, 1).getTime() - 1;
  return { first: startOfDay(from, timeZone, 0).toISOString(), last: new Date(last).toISOString() };
}

/** Filters of a list of contracts, the same for the API and the admin; null where none has them. */
function findContracts(name: NumberName, range: DayRange, place: Place): Record<string, string> | null {
  const isNow = range.to >= place.today;
  if (isNow && name === "activeContracts") return { status: "ACTIVE" };
  if (isNow && name === "pausedContracts") return { status: "PAUSED" };
  if (name !== "newContracts" && !isOfMoves(name)) return null;
  const { first, last } = toInstants(range, place);
  if (name === "newContracts") return { fromCreatedDate: first, toCreatedDate: last };
  if (name === "churnedContracts") return { fromEndedDate: first, toEndedDate: last };
  return { fromReactivatedDate: first, toReactivatedDate: last };
}

const toUrl = (path: string, parameters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(parameters)}`;

/**
 * The list of the API that has as many rows as a number counts, as X-Total-Count says; null where there is none: money, and
 * what stood at the end of a day that is over. Of contracts that ended or were reactivated (`isOfMoves`) it has each once, though it
 * counts as often as it happened: whoever gives the address out looks whether it has as many.
 */
export function toListUrl(name: NumberName, range: DayRange, place: Place): string | null {
  const contracts = findContracts(name, range, place);
  if (contracts) return toUrl(CONTRACTS, contracts);
  const orders = ORDERS_OF[name];
  if (name !== "skippedOrders" && (!orders || orders.isMoney)) return null;
  const { first, last } = toInstants(range, place);
  const days = { fromDay: first, toDay: last };
  return toUrl(ORDERS, orders ? { dayOf: orders.dayOf, ...days } : { status: "SKIPPED", ...days });
}

export const isOfMoves = (name: NumberName): boolean =>
  name === "churnedContracts" || name === "reactivatedContracts";

/** The list of the admin that a number opens: as many rows as it counts, or orders whose sum it is; null where there is none. */
export function toListHref(name: NumberName, range: DayRange, place: Place): string | null {
  const contracts = findContracts(name, range, place);
  if (contracts) return toUrl("/admin/contracts", contracts);
  const days = { from: range.from, to: range.to };
  if (name === "skippedOrders") return toUrl("/admin/orders", { tab: "all", ...days, status: "SKIPPED" });
  const orders = ORDERS_OF[name];
  return orders ? toUrl("/admin/orders", { tab: orders.tab, dayOf: orders.dayOf, ...days }) : null;
}
