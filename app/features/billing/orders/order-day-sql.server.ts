import type { OrderDay } from "~/features/billing/orders/order-days";
import type { Binder } from "~/features/contracts/list/contract-lookups.server";

/** From an instant on, before another; null = open. */
export type DayWindow = { from: Date | null; before: Date | null };

/** Of an order `a`: what it must be, and the instant that is asked for, each as an index has it. $1 is the shop. */
const DAYS: Record<Exclude<OrderDay, "REFUNDED">, { is: string; at: string }> = {
  PAID: { is: "a.status = 'SUCCESS'", at: "coalesce(a.completed_at, a.billing_date)" },
  RECOVERED: { is: "a.status = 'SUCCESS' and a.first_failed_at is not null", at: "a.completed_at" },
  FAILED: { is: "a.first_failed_at is not null", at: "a.first_failed_at" },
  LOST: { is: "a.given_up_at is not null", at: "a.given_up_at" },
};
const REFUNDS = `order_refunds r join orders o on o.shop_id = $1 and o.id = r.order_id
  where r.shop_id = $1 and r.state = 'DONE'`;

function isWithin(at: string, { from, before }: DayWindow, bind: Binder["bind"]): string[] {
  const instant = (date: Date) => `${bind(date.toISOString())}::timestamptz`;
  return [...(from ? [`${at} >= ${instant(from)}`] : []), ...(before ? [`${at} < ${instant(before)}`] : [])];
}

/** Conditions on an order `a` that such a day of it lies within. */
export function isOnDay(day: OrderDay, window: DayWindow, bind: Binder["bind"]): string[] {
  if (day !== "REFUNDED") return [DAYS[day].is, ...isWithin(DAYS[day].at, window, bind)];
  const refunded = [REFUNDS, ...isWithin("r.finished_at", window, bind)].join(" and ");
  return [`a.id in (select o.attempt_id from ${refunded})`];
}

/** That instant of an order `a`; the last of several refunds. */
export const toDayInstant = (day: OrderDay): string =>
  day === "REFUNDED" ? `(select max(r.finished_at) from ${REFUNDS} and o.attempt_id = a.id)` : DAYS[day].at;

/**
 * What orders `a` came to, as the insights add it up: decimal SQL; null where the day has no money of its own. Of refunds
 * only those within the window.
 */
export function toDayAmount(day: OrderDay, window: DayWindow, bind: Binder["bind"]): string | null {
  if (day === "PAID" || day === "RECOVERED") return "coalesce(a.order_amount, 0)";
  if (day !== "REFUNDED") return null;
  const refunded = [REFUNDS, "o.attempt_id = a.id", ...isWithin("r.finished_at", window, bind)].join(" and ");
  return `(select sum(r.amount) from ${refunded})`;
}
