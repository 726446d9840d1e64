import type { Binder } from "~/features/contracts/list/contract-lookups.server";
import type { OrderDay } from "./order-days";

/** Including an instant, excluding another; null = open. */
export type DayWindow = { from: Date | null; before: Date | null };

/** For an order `a`: its condition, and the instant of that kind of day, each as in an index. $1 is the shop. */
const DAYS: Record<Exclude<OrderDay, "REFUNDED">, { is: string; at: string }> = {
  PAID: { is: "a.status = 'SUCCESS'", at: "coalesce(a.completed_at, a.billing_date)" },
  RECOVERED: { is: "a.status = 'SUCCESS' and a.first_failed_at is not null", at: "a.completed_at" },
  FAILED: { is: "a.first_failed_at is not null", at: "a.first_failed_at" },
  LOST: { is: "a.given_up_at is not null", at: "a.given_up_at" },
};
const REFUNDS = `order_refunds r join orders o on o.shop_id = $1 and o.id = r.order_id
  where r.shop_id = $1 and r.state = 'DONE'`;

function isWithin(at: string, { from, before }: DayWindow, bind: Binder["bind"]): string[] {
  // ISO strings write the year after 9999 as +010000, Postgres as 10000.
  const instant = (date: Date) => `${bind(date.toISOString().replace(/^\+0*/, ""))}::timestamptz`;
  return [...(from ? [`${at} >= ${instant(from)}`] : []), ...(before ? [`${at} < ${instant(before)}`] : [])];
}

/** Conditions on an order `a` whose day of that kind is within the window. */
export function isOnDay(day: OrderDay, window: DayWindow, bind: Binder["bind"]): string[] {
  if (day !== "REFUNDED") return [DAYS[day].is, ...isWithin(DAYS[day].at, window, bind)];
  const refunded = [REFUNDS, ...isWithin("r.finished_at", window, bind)].join(" and ");
  return [`a.id in (select o.attempt_id from ${refunded})`];
}

/** That instant of an order `a`; for several refunds the last one. */
export const toDayInstant = (day: OrderDay): string =>
  day === "REFUNDED" ? `(select max(r.finished_at) from ${REFUNDS} and o.attempt_id = a.id)` : DAYS[day].at;

/**
 * The amount of orders `a`, as the insights sum it: decimal SQL; null for kinds of days without an amount. Of refunds
 * only those within the window.
 */
export function toDayAmount(day: OrderDay, window: DayWindow, bind: Binder["bind"]): string | null {
  if (day === "PAID" || day === "RECOVERED") return "coalesce(a.order_amount, 0)";
  if (day !== "REFUNDED") return null;
  const refunded = [REFUNDS, "o.attempt_id = a.id", ...isWithin("r.finished_at", window, bind)].join(" and ");
  return `(select sum(r.amount) from ${refunded})`;
}
