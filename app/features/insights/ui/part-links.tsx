import type { ReactNode } from "react";
import type { OrderDay } from "~/features/billing/orders/order-days";
import { type PartOfOrders, toPartName } from "~/features/billing/orders/order-parts";
import type { DayRange } from "~/features/insights/definitions/day-range";

/** The page's days, and the previous ones; all currencies of the shop, and the one that is shown. */
export type PageDays = DayRange & {
  previousFrom: string;
  previousTo: string;
  currencyCode: string;
  currencies: readonly string[];
};

/** The days that a page compares with. */
export const toDaysBefore = (page: PageDays): PageDays => ({
  ...page,
  from: page.previousFrom,
  to: page.previousTo,
});

/** If a shop has only one currency, its lists are not filtered by it. */
const toCurrency = ({ currencyCode, currencies }: PageDays): string | null =>
  currencies.length > 1 ? currencyCode : null;

function toHref(path: string, parameters: Record<string, string | null>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `${path}?${new URLSearchParams(given)}`;
}

/** The list of the orders of a part, by the kind of day that a number counts. */
export const toOrdersOfPart = (days: PageDays, dayOf: OrderDay, { by, value }: PartOfOrders): string =>
  toHref("/admin/orders", {
    tab: dayOf === "PAID" || dayOf === "RECOVERED" ? "paid" : "all",
    dayOf,
    from: days.from,
    to: days.to,
    by: toPartName(by),
    part: value,
    currency: toCurrency(days),
  });

/** Contracts that ended, or were kept by an offer, within some days. @param also further filters of the list */
export function toContractsThat(
  did: "Ended" | "Kept",
  days: PageDays,
  also: Record<string, string | null>,
): string {
  return toHref("/admin/contracts", {
    [`from${did}Date`]: days.from,
    [`to${did}Date`]: days.to,
    ...also,
    currencyCode: toCurrency(days),
  });
}

/** A number linked to the list it counts; zero has no link. */
export const CountLink = ({ count, to, children }: { count: number; to: string; children: ReactNode }) =>
  count > 0 ? <a href={to}>{children}</a> : children;
