import { toDayInstant } from "~/features/billing/orders/order-day-sql.server";
import type { Binder } from "~/features/contracts/list/contract-lookups.server";
import type { OrderListQuery } from "./order-list-query";
import { isPlanned, type OrderListSort } from "./order-list-url";

/** Planned orders whose amount differs from their contract's (because of skipped lines): decimal strings by id. */
export type OwnAmounts = ReadonlyMap<number, string>;

/** Amount of a planned order: given, or its contract's plus its one-time products. */
function toPlannedAmount(own: OwnAmounts, bind: Binder["bind"]): string {
  const contract = `(select c.order_amount + coalesce((select sum(o.price * o.quantity) from one_time_products o
    where o.shop_id = $1 and o.billing_attempt_id = a.id), 0)
    from contracts c where c.shop_id = $1 and c.id = a.contract_id)`;
  if (own.size === 0) return contract;
  const [ids, amounts] = [`{${[...own.keys()].join(",")}}`, `{${[...own.values()].join(",")}}`];
  return `coalesce((select p.amount from unnest(${bind(ids)}::bigint[], ${bind(amounts)}::numeric[]) p (id, amount)
    where p.id = a.id), ${contract})`;
}

/**
 * The sort key: SQL on an order `a`. Paid orders have an amount, in an index with exactly this expression; others use
 * that of their last try.
 */
export function toSortKey(
  column: OrderListSort["column"],
  { tab, dayOf }: Pick<OrderListQuery, "tab"> & Partial<Pick<OrderListQuery, "dayOf">>,
  own: OwnAmounts,
  bind: Binder["bind"],
): string {
  if (column === "day_of") return dayOf ? toDayInstant(dayOf) : "a.billing_date";
  if (column !== "amount") return `a.${column}`;
  if (isPlanned(tab)) return toPlannedAmount(own, bind);
  if (tab === "paid" || tab === "refunded") return "coalesce(a.order_amount, 0)";
  return `coalesce(a.order_amount, (select t.amount from billing_tries t
    where t.shop_id = $1 and t.attempt_id = a.id order by t.number desc limit 1), 0)`;
}
