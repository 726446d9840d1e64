import { ACTIVITY_LOG_PATH } from "~/features/activity/activity-log.endpoints.server";
import type { Move } from "~/features/activity/moves";
import { ORDER_REPORT_PATH } from "~/features/billing/orders/order-report.endpoints.server";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import { EXACT_UP_TO } from "~/features/contracts/list/contract-lookups.server";
import type { DayRange } from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { startOfDay } from "~/lib/shop-calendar.server";
import type { OrderFactKind } from "~db/schema/fact-enums";
import type { ReferralMilestone } from "~db/schema/referral-enums";

/** @field today by the shop's clock and time zone */
type Place = { today: string; timeZone: string };

/** Orders that a number counts or sums: the kind of day, and the tab that lists all of them. */
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

/** Events of contracts that numbers count, with their filters in the list. */
const MOVES_OF: Partial<Record<NumberName, { move: Move; from: string; to: string }>> = {
  churnedContracts: { move: "ENDED", from: "fromEndedDate", to: "toEndedDate" },
  reactivatedContracts: { move: "REACTIVATED", from: "fromReactivatedDate", to: "toReactivatedDate" },
  savedContracts: { move: "KEPT", from: "fromKeptDate", to: "toKeptDate" },
};

/** Milestones of referrals, for the filter of their list. */
const REFERRALS_OF: Partial<Record<NumberName, ReferralMilestone>> = {
  invitedFriends: "INVITED",
  acceptedFriends: "ACCEPTED",
  joinedFriends: "JOINED",
  rewardsGiven: "REWARDED",
  rewardsRefused: "REFUSED",
};

/** First and last instant of days of the shop. */
function toInstants({ from, to }: DayRange, { timeZone }: Place) {
  const last = startOfDay(to, timeZone, 1).getTime() - 1;
  return { first: startOfDay(from, timeZone, 0).toISOString(), last: new Date(last).toISOString() };
}

/** Numbers of contracts at the end of a day: the status to filter by today, and the list's filter for a past day. */
const STATUS_FILTERS_OF: Partial<Record<NumberName, { status: string; on: string }>> = {
  activeContracts: { status: "ACTIVE", on: "activeOn" },
  pausedContracts: { status: "PAUSED", on: "pausedOn" },
};

/** Filters of the list of contracts that a number counts, the same for the API and the admin; null if it counts others. */
function findContracts(name: NumberName, range: DayRange, place: Place): Record<string, string> | null {
  const pastStatus = STATUS_FILTERS_OF[name];
  if (pastStatus)
    return range.to >= place.today
      ? { status: pastStatus.status }
      : { [pastStatus.on]: toInstants(range, place).last };
  if (name !== "newContracts") return null;
  const { first, last } = toInstants(range, place);
  return { fromCreatedDate: first, toCreatedDate: last };
}

const toUrl = (path: string, parameters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(parameters)}`;

/**
 * The list of the API with as many rows as a number counts, by X-Total-Count; null if there is none, as for money, or if
 * its total is an estimate. Events of contracts (`toMoveOf`) are in their history as often as they happened, if they were
 * recorded: callers check whether the history has as many.
 */
export function toListUrl(
  { name, value }: { name: NumberName; value: number | null },
  range: DayRange,
  place: Place,
): string | null {
  const contracts = findContracts(name, range, place);
  // Contracts of a present status are counted beforehand, however many they are.
  if ((value ?? 0) > EXACT_UP_TO && !contracts?.status) return null;
  if (contracts) return toUrl(CONTRACT_LIST_PATH, contracts);
  const { first, last } = toInstants(range, place);
  const move = toMoveOf(name);
  if (move) return toUrl(ACTIVITY_LOG_PATH, { move, from: first, to: last });
  const orders = ORDERS_OF[name];
  if (name !== "skippedOrders" && (!orders || orders.isMoney)) return null;
  const days = { fromDay: first, toDay: last };
  return toUrl(ORDER_REPORT_PATH, orders ? { dayOf: orders.dayOf, ...days } : { status: "SKIPPED", ...days });
}

/** The event of contracts that a number counts, if any. */
export const toMoveOf = (name: NumberName): Move | null => MOVES_OF[name]?.move ?? null;

/**
 * The list of the admin that a number opens: as many rows as it counts, or orders whose sum it is; null where there is
 * none. Contracts that ended twice are one row, and the list says how often.
 */
export function toListHref(name: NumberName, range: DayRange, place: Place): string | null {
  const contracts = findContracts(name, range, place);
  if (contracts) return toUrl("/admin/contracts", contracts);
  const moves = MOVES_OF[name];
  if (moves) {
    const { first, last } = toInstants(range, place);
    return toUrl("/admin/contracts", { [moves.from]: first, [moves.to]: last });
  }
  const days = { from: range.from, to: range.to };
  const reached = REFERRALS_OF[name];
  if (reached) return toUrl("/admin/referrals", { reached, ...days });
  const isNow = range.to >= place.today;
  if (name === "rewardsDue")
    return toUrl("/admin/referrals", isNow ? { status: "CODE_USED" } : { due: range.to });
  if (name === "subscribers")
    return toUrl("/admin/customers", { only: "subscribers", ...(!isNow && { on: range.to }) });
  if (name === "skippedOrders") return toUrl("/admin/orders", { tab: "all", ...days, status: "SKIPPED" });
  const orders = ORDERS_OF[name];
  return orders ? toUrl("/admin/orders", { tab: orders.tab, dayOf: orders.dayOf, ...days }) : null;
}
