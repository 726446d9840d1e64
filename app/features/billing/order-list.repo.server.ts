import type { OrderRecord, OrderSort } from "~/features/billing/order-record";
import { json, toJsonObject } from "~/features/contracts/json-sql.server";
import { env } from "~/lib/env.server";
import { toGid } from "~/lib/gid";
import { client } from "~db/client.server";

/** An order `a` of a contract `c` as JSON text, without what it is made of. $1 is the shop, $3 the store domain as a JSON string. */
const ORDER = (variantList: string) =>
  toJsonObject({
    id: json.number("a.id"),
    shop: json.raw("$3::text"),
    billingAttemptId: json.number("a.id"),
    status: json.word("a.status"),
    billingDate: json.instant("a.billing_date"),
    contractId: json.number("c.subscription_contract_id"),
    attemptCount: json.number("a.attempt_count"),
    attemptTime: json.instantOrNull("a.attempt_time"),
    graphOrderId: json.gidOrNull(toGid(env.GID_NAMESPACE, "Order", ""), "a.order_id"),
    orderId: json.numberOrNull("a.order_id"),
    orderName: json.textOrNull("a.order_name"),
    orderAmount: json.amountOrNull("a.order_amount"),
    orderNote: json.textOrNull("a.order_note"),
    variantList: json.raw(variantList),
  });

/** Lines of the contract, less those left out when it is the next order, and the order's one-time products. */
const VARIANTS = `coalesce((select json_agg(item order by is_one_time, position) from (
    select false as is_one_time, l.position::bigint as position, json_build_object('variantId', l.variant_id,
      'productId', l.product_id, 'title', l.title, 'variantTitle', l.variant_title, 'quantity', l.quantity,
      'price', trim_scale(l.current_price), 'oneTime', false) as item
    from contract_lines l
    where l.shop_id = $1 and l.contract_id = c.id and not (l.skipped_next_order and a.place = 1)
    union all
    select true, o.id, json_build_object('variantId', o.variant_id, 'productId', v.product_id,
      'title', coalesce(p.title, v.title, o.variant_handle), 'variantTitle', v.title, 'quantity', o.quantity,
      'price', trim_scale(o.price), 'oneTime', true)
    from one_time_products o
    left join variants v on v.shop_id = $1 and v.id = o.variant_id
    left join products p on p.shop_id = $1 and p.id = v.product_id
    where o.shop_id = $1 and o.billing_attempt_id = a.id) items)::text, '[]')`;

const CONTRACT = `contracts c where c.shop_id = $1 and c.subscription_contract_id = $2
  and ($4::bigint is null or c.customer_id = $4)`;

type Which = { shopId: number; storeDomain: string; contractId: number; owner: number | null };
const toValues = ({ shopId, contractId, storeDomain, owner }: Which) => [
  shopId,
  contractId,
  JSON.stringify(storeDomain),
  owner,
];

/** QUEUED orders, soonest first; null when the owner has no such contract. */
export async function findUpcomingOrders(which: Which): Promise<OrderRecord[] | null> {
  const rows = await client.unsafe<{ orders: OrderRecord[] }[]>(
    `select coalesce((select json_agg(${ORDER(VARIANTS)}::json order by a.billing_date, a.id)
      from (select *, row_number() over (order by billing_date, id) as place from billing_attempts
        where shop_id = $1 and contract_id = c.id and status = 'QUEUED') a), '[]') as orders
    from ${CONTRACT}`,
    toValues(which),
  );
  return rows[0]?.orders ?? null;
}

const PAST = `(a.status in ('SUCCESS', 'FAILURE') or a.status in ('SKIPPED', 'CANCELLED') and a.billing_date < $5::timestamptz)`;

/** A page of orders that were made or failed, and of those called off or skipped whose date has passed; null when the owner has no such contract. */
export async function findPastOrders(
  which: Which,
  now: Date,
  { page, size, sort }: { page: number; size: number; sort: readonly OrderSort[] },
): Promise<{ orders: OrderRecord[]; total: number } | null> {
  const order = [...sort, { column: "id", isDescending: true } as const]
    .map(({ column, isDescending }) => `a.${column} ${isDescending ? "desc" : "asc"} nulls last`)
    .join(", ");
  const rows = await client.unsafe<{ orders: OrderRecord[]; total: number }[]>(
    `select (select count(*)::int from billing_attempts a where a.shop_id = $1 and a.contract_id = c.id and ${PAST}) as total,
      coalesce((select json_agg(${ORDER("'[]'")}::json order by ${order})
        from (select * from billing_attempts a where a.shop_id = $1 and a.contract_id = c.id and ${PAST}
          order by ${order} limit $6::int offset $7::bigint) a), '[]') as orders
    from ${CONTRACT}`,
    [...toValues(which), now.toISOString(), size, page * size],
  );
  return rows[0] ?? null;
}
