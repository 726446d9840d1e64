import { toDayAmount } from "~/features/billing/orders/order-day-sql.server";
import { createBinder } from "~/features/contracts/list/contract-lookups.server";
import { client } from "~db/client.server";
import { UNPAID_STATUSES } from "~db/schema/attempt-enums";
import { toSqlList } from "~db/schema/columns";
import { COUNTED_UP_TO, type OrderSelection, toMatching } from "./order-rows.repo.server";

type Sum = { currencyCode: string; amount: string; count: number };

/**
 * Sum of the orders of a list by a kind of day with an amount: paid, recovered, refunded. One sum per currency; null
 * for other lists. Over up to `COUNTED_UP_TO` orders.
 */
export async function sumOrders(selection: OrderSelection): Promise<Sum[] | null> {
  const { values, bind } = createBinder(selection.shopId);
  const { dayOf } = selection.query;
  const amount = dayOf ? toDayAmount(dayOf, selection.query, bind) : null;
  if (amount === null) return null;
  return client.unsafe<Sum[]>(
    `select c.currency_code as "currencyCode", sum(a.amount)::text as amount, count(*)::int as count
    from (select a.contract_id, ${amount} as amount
      from (${toMatching(selection, bind, { limit: COUNTED_UP_TO })}) a) a
    join contracts c on c.shop_id = $1 and c.id = a.contract_id
    group by c.currency_code order by sum(a.amount) desc`,
    values,
  );
}

/** Orders that were paid after a failed payment, since an instant; one sum per currency. */
export const sumRecovered = (shopId: number, since: Date | null): Promise<Sum[]> =>
  client.unsafe<Sum[]>(
    `select c.currency_code as "currencyCode", sum(a.order_amount)::text as amount, count(*)::int as count
    from billing_attempts a join contracts c on c.shop_id = $1 and c.id = a.contract_id
    where a.shop_id = $1 and a.status = 'SUCCESS' and a.first_failed_at is not null
      and ($2::timestamptz is null or a.completed_at >= $2::timestamptz)
    group by c.currency_code order by sum(a.order_amount) desc`,
    [shopId, since?.toISOString() ?? null],
  );

/** What the orders in dunning would bring, by their last try; one sum per currency. */
export const sumInDunning = (shopId: number): Promise<Sum[]> =>
  client.unsafe<Sum[]>(
    `select t.currency_code as "currencyCode", sum(t.amount)::text as amount, count(*)::int as count
    from billing_attempts a
    cross join lateral (select t.amount, t.currency_code from billing_tries t
      where t.shop_id = $1 and t.attempt_id = a.id order by t.number desc limit 1) t
    where a.shop_id = $1 and a.status in (${toSqlList(UNPAID_STATUSES)}) and a.next_step_at is not null
    group by t.currency_code order by sum(t.amount) desc`,
    [shopId],
  );
