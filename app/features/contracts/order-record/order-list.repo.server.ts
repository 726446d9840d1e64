import { IS_OWN, isOfStatus } from "~/features/order-schedule/own-orders";
import { client, db, type Queryable } from "~db/client.server";
import { clientOf } from "~db/statement.server";
import type { ContractToPrice, UnpricedOrder } from "./order-amount";
import { type OrderSort, TRIED, toOrderBy, toOrderSql } from "./order-record.server";

/** Closed without a charge. */
const UNCHARGED = "a.status in ('AUTO_CHARGE_DISABLED', 'CONTRACT_ENDED')";
/**
 * An order is either upcoming or past: wire.md §5. A parked or cancelled one whose date is in the future is neither,
 * since it may come back. `now` is the parameter with the time.
 */
const toCome = (now: string) =>
  `(a.status = 'QUEUED' or ${isOfStatus("SKIPPED")} and a.billing_date > ${now}::timestamptz)`;
export const isPast = (now: string) =>
  `(${TRIED} or ${UNCHARGED} or a.status in ('SKIPPED', 'PARKED', 'CANCELLED') and ${IS_OWN} and a.billing_date <= ${now}::timestamptz)`;

/** The order's one-time products, for its amount. */
export const ONE_TIME = `coalesce((select json_agg(json_build_object('price', o.price::text, 'quantity', o.quantity))
  from one_time_products o where o.shop_id = $1 and o.billing_attempt_id = a.id)::text, '[]')`;

/** An order `a` of a contract `c` as JSON text. $1 is the shop, $2 the store domain as a JSON string. */
const ORDER = (variantList: string) => toOrderSql({ variantList, oneTimeProducts: ONE_TIME });

/** Lines of the contract, without skipped ones if it is the next order, and the order's one-time products. */
const VARIANTS = `coalesce((select json_agg(item order by is_one_time, position) from (
    select false as is_one_time, l.position::bigint as position, json_build_object('variantId', l.variant_id,
      'productId', l.product_id, 'title', l.title, 'variantTitle', l.variant_title, 'quantity', l.quantity,
      'price', trim_scale(l.current_price), 'oneTime', false) as item
    from contract_lines l
    where l.shop_id = $1 and l.contract_id = c.id and not (l.skipped_next_order and a.is_next)
    union all
    select true, o.id, json_build_object('variantId', o.variant_id, 'productId', v.product_id,
      'title', coalesce(p.title, v.title, o.variant_handle), 'variantTitle', v.title, 'quantity', o.quantity,
      'price', trim_scale(o.price), 'oneTime', true)
    from one_time_products o
    left join variants v on v.shop_id = $1 and v.id = o.variant_id
    left join products p on p.shop_id = $1 and p.id = v.product_id
    where o.shop_id = $1 and o.billing_attempt_id = a.id) items)::text, '[]')`;

/** What a made order sold, whatever has changed in its contract since; empty for any other. */
const SOLD = `coalesce((select json_agg(json_build_object('variantId', l.variant_id, 'productId', l.product_id,
      'title', l.title, 'variantTitle', l.variant_title, 'quantity', l.quantity, 'price', trim_scale(l.unit_price),
      'oneTime', l.line_id is null) order by l.position)
    from orders o join order_lines l on l.shop_id = $1 and l.order_id = o.id
    where o.shop_id = $1 and o.attempt_id = a.id)::text, '[]')`;

/** An order of any state: with the contents that it would have now, or what it sold. */
const ORDER_NOW = ORDER(`case when a.status in ('QUEUED', 'SKIPPED') then ${VARIANTS} else ${SOLD} end`);

/**
 * SQL of complete orders of any state, each with its contract and until when a process has it. $1 is the shop, $2 the
 * store domain as a JSON string.
 *
 * @param attempts SQL of rows of billing_attempts
 */
export const toOrdersSql = (attempts: string): string =>
  `select ${TO_PRICE}, ${ORDER_NOW}::json as "order", a.lease_until as "leaseUntil"
  from (select f.*, f.status = 'QUEUED' and not exists (select from billing_attempts e where e.shop_id = $1
        and e.contract_id = f.contract_id and e.status = 'QUEUED'
        and (e.billing_date, e.id) < (f.billing_date, f.id)) as is_next
    from (${attempts}) f) a
  join contracts c on c.shop_id = $1 and c.id = a.contract_id and ${IS_OWN}`;

export type WholeOrder = ContractToPrice & { order: UnpricedOrder; leaseUntil: string | null };

/** A `ContractToPrice` of a row `c` of contracts. $1 is the shop. */
export const TO_PRICE = `c.currency_code as "currencyCode", c.delivery_price::text as "deliveryPrice",
  (select coalesce(json_agg(json_build_object('id', l.id, 'quantity', l.quantity, 'currentPrice', l.current_price::text,
      'skippedNextOrder', l.skipped_next_order) order by l.position, l.id), '[]')
    from contract_lines l where l.shop_id = $1 and l.contract_id = c.id) as lines,
  (select coalesce(json_agg(json_build_object('id', d.id, 'valueType', d.value_type, 'value', d.value::text,
      'lineIds', d.line_ids, 'appliesOnEachItem', d.applies_on_each_item,
      'recurringCycleLimit', d.recurring_cycle_limit, 'usageCount', d.usage_count)
      order by d.created_at, d.id), '[]')
    from contract_discounts d where d.shop_id = $1 and d.contract_id = c.id) as discounts`;

/** Both null = all of the shop. */
type Which = { contractId: number | null; customerId: number | null };
/**
 * Conditions only on the given ids: a prepared statement that also served the other case would be planned again each
 * time, which takes 9 ms of 10.
 */
const ofContracts = ({ contractId, customerId }: Which): string => `contracts c where c.shop_id = $1
  and ${contractId === null ? "$3::bigint is null" : "c.subscription_contract_id = $3"}
  and ${customerId === null ? "$4::bigint is null" : "c.customer_id = $4"}`;
const toValues = (shop: Shop, { contractId, customerId }: Which) => [
  shop.id,
  JSON.stringify(shop.storeDomain),
  contractId,
  customerId,
];

type Shop = { id: number; storeDomain: string };
type ContractOrders = ContractToPrice & { orders: UnpricedOrder[] };

/**
 * The upcoming orders of each of these contracts, in any order. @param withSkipped include skipped ones with a future
 * date
 */
export function findUpcomingOrders(
  shop: Shop,
  which: Which,
  now: Date,
  withSkipped: boolean,
): Promise<ContractOrders[]> {
  return client.unsafe<ContractOrders[]>(
    `select ${TO_PRICE},
      coalesce((select json_agg(${ORDER(VARIANTS)}::json)
        from (select a.*, a.status = 'QUEUED'
            and row_number() over (partition by a.status order by a.billing_date, a.id) = 1 as is_next
          from billing_attempts a
          where a.shop_id = $1 and a.contract_id = c.id and ${toCome("$5")}
            and ($6::boolean or a.status = 'QUEUED')) a), '[]') as orders
    from ${ofContracts(which)}`,
    [...toValues(shop, which), now.toISOString(), withSkipped],
    { prepare: true },
  );
}

/** A page of a contract's past orders; null when the customer has no such contract. */
export async function findPastOrders(
  shop: Shop,
  which: Which & { contractId: number },
  now: Date,
  { page, size, sort }: { page: number; size: number; sort: readonly OrderSort[] },
): Promise<(ContractOrders & { total: number }) | null> {
  const order = toOrderBy(sort);
  const ofContract = `billing_attempts a where a.shop_id = $1 and a.contract_id = c.id and ${isPast("$5")}`;
  const rows = await client.unsafe<(ContractOrders & { total: number })[]>(
    `select ${TO_PRICE}, (select count(*)::int from ${ofContract}) as total,
      coalesce((select json_agg(${ORDER(SOLD)}::json order by ${order})
        from (select a.*, false as is_next from ${ofContract}
          order by ${order} limit $6::int offset $7::bigint) a), '[]') as orders
    from ${ofContracts(which)}`,
    [...toValues(shop, which), now.toISOString(), size, page * size],
    // With several columns there are too many different statements to keep prepared.
    { prepare: sort.length === 1 },
  );
  return rows[0] ?? null;
}

/**
 * One order of any state, and until when a process has it; null for an unknown order, and another customer's.
 * @param owner null = any customer
 */
export async function findOneOrder(
  shop: Shop,
  attemptId: number,
  owner: number | null,
  on: Queryable = db,
): Promise<WholeOrder | null> {
  const rows = await clientOf(on).unsafe<WholeOrder[]>(
    `${toOrdersSql("select * from billing_attempts where shop_id = $1 and id = $3")}
    where $4::bigint is null or c.customer_id = $4`,
    [shop.id, JSON.stringify(shop.storeDomain), attemptId, owner],
    { prepare: true },
  );
  return rows[0] ?? null;
}

export async function hasCustomer(shopId: number, customerId: number): Promise<boolean> {
  const rows = await client`select from customers where shop_id = ${shopId} and id = ${customerId}`;
  return rows.length > 0;
}
