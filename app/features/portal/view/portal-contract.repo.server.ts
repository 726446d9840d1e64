import { hasOpenOrder } from "~/features/billing/charging/order-now.repo.server";
import { isPast } from "~/features/contracts/order-record/order-list.repo.server";
import { ORDER_STATUS_SQL, type OrderStatus } from "~/features/contracts/order-record/order-status";
import { IS_OWN } from "~/features/order-schedule/own-orders";
import { client } from "~db/client.server";
import type { billingAttempts } from "~db/schema/billing";
import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import type { Interval } from "~db/schema/intervals";

type AttemptStatus = (typeof billingAttempts.$inferSelect)["status"];

/** Data of the contract page besides the contract itself. Instants are texts, ISO 8601 UTC. */
export type PortalContractExtras = {
  version: number;
  autoCharge: boolean;
  /** Whether an order is unpaid, or its payment is unknown. */
  hasOpenOrder: boolean;
  /** How many contracts the customer has. */
  contractCount: number;
  /** Planned and skipped orders from now on, soonest first. */
  upcoming: { id: number; status: AttemptStatus; date: string }[];
  /** The newest orders that were made or tried. */
  past: PastOrder[];
  pastTotal: number;
  oneTime: {
    attemptId: number;
    variantId: number;
    quantity: number;
    price: string;
    title: string;
    variantTitle: string | null;
    image: string | null;
  }[];
};

export type PastOrder = {
  id: number;
  status: OrderStatus;
  /** Date of its payment; for an unpaid one the planned date, or that of an earlier try. */
  date: string;
  name: string | null;
  /** What it cost, or the amount last tried. */
  amount: string | null;
  /** Decimal string; null = nothing. */
  refunded: string | null;
  /** Whether it was made here, so that there is a receipt. */
  hasReceipt: boolean;
};

/** Three are planned; skipped ones stay until their date, so that they can be unskipped. */
const UPCOMING_SHOWN = 50;
/** The same orders as past-orders lists (wire.md §5). */
const PAST = `billing_attempts a where a.shop_id = $1 and a.contract_id = c.id and ${isPast("$4")}`;
const PAST_ROW = `json_build_object('id', a.id, 'status', ${ORDER_STATUS_SQL},
  'date', case when a.status = 'SUCCESS' then coalesce(a.completed_at, a.billing_date)
    else least(a.billing_date, a.attempt_time) end, 'name', a.order_name,
  'amount', coalesce(a.order_amount, (select t.amount from billing_tries t
    where t.shop_id = $1 and t.attempt_id = a.id order by t.number desc limit 1))::text,
  'refunded', (select sum(r.amount)::text from order_refunds r
    where r.shop_id = $1 and r.order_id = o.id and r.state = 'DONE'), 'hasReceipt', o.id is not null)`;

const EXTRAS_SQL = `
  select c.version, c.auto_charge as "autoCharge", ${hasOpenOrder("c.id")} as "hasOpenOrder",
    (select count(*)::int from contracts where shop_id = $1 and customer_id = $3) as "contractCount",
    (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'date', billing_date) order by billing_date, id), '[]')
      from (select id, status, billing_date from billing_attempts a
        where shop_id = $1 and contract_id = c.id and ${IS_OWN} and
          (status in ('QUEUED', 'PARKED') or (status = 'SKIPPED' and billing_date > $4))
        order by billing_date, id limit ${UPCOMING_SHOWN}) a) as upcoming,
    (select coalesce(json_agg(${PAST_ROW} order by a.billing_date desc, a.id desc), '[]')
      from (select a.* from ${PAST} order by a.billing_date desc, a.id desc limit $5 offset $6) a
      left join orders o on o.shop_id = $1 and o.attempt_id = a.id) as past,
    (select count(*)::int from ${PAST}) as "pastTotal",
    (select coalesce(json_agg(json_build_object('attemptId', o.billing_attempt_id, 'variantId', o.variant_id,
        'quantity', o.quantity, 'price', o.price::text, 'title', coalesce(p.title, o.variant_handle),
        'variantTitle', v.title, 'image', coalesce(v.image_url, p.image_url)) order by o.id), '[]')
      from one_time_products o
      left join variants v on v.shop_id = $1 and v.id = o.variant_id
      left join products p on p.shop_id = $1 and p.id = v.product_id
      where o.shop_id = $1 and o.contract_id = c.id) as "oneTime"
  from contracts c
  where c.shop_id = $1 and c.subscription_contract_id = $2 and c.customer_id = $3`;

/** @param past which of the past orders: `size` after the first `offset` */
export async function findPortalContractExtras(
  shopId: number,
  contractId: number,
  customerId: number,
  now: Date,
  past: { size: number; offset: number },
): Promise<PortalContractExtras | null> {
  const rows = await client.unsafe<PortalContractExtras[]>(
    EXTRAS_SQL,
    [shopId, contractId, customerId, now.toISOString(), past.size, past.offset],
    { prepare: true },
  );
  return rows[0] ?? null;
}

export type PortalListRow = {
  contractId: number;
  status: (typeof CONTRACT_STATUSES)[number];
  nextBillingDate: string | null;
  currencyCode: string;
  orderAmount: string;
  billingInterval: Interval;
  billingIntervalCount: number;
  titles: string[];
  image: string | null;
};

/** More than any customer should have; beyond it, the most important ones are shown. */
const LIST_SHOWN = 100;

const LIST_SQL = `
  select c.subscription_contract_id as "contractId", c.status, c.next_billing_date as "nextBillingDate",
    c.currency_code as "currencyCode", c.order_amount::text as "orderAmount", c.billing_interval as "billingInterval",
    c.billing_interval_count as "billingIntervalCount",
    (select coalesce(json_agg(l.title order by l.position, l.id), '[]') from contract_lines l
      where l.shop_id = $1 and l.contract_id = c.id) as titles,
    (select coalesce(v.image_url, p.image_url) from contract_lines l
      left join variants v on v.shop_id = $1 and v.id = l.variant_id
      left join products p on p.shop_id = $1 and p.id = l.product_id
      where l.shop_id = $1 and l.contract_id = c.id order by l.position, l.id limit 1) as image
  from contracts c
  where c.shop_id = $1 and c.customer_id = $2
  order by array_position(array['ACTIVE', 'FAILED', 'PAUSED'], c.status), c.next_billing_sort, c.id desc
  limit ${LIST_SHOWN}`;

/** The customer's contracts: active ones first, by the soonest next order. */
export const listPortalContracts = (shopId: number, customerId: number): Promise<PortalListRow[]> =>
  client.unsafe<PortalListRow[]>(LIST_SQL, [shopId, customerId], { prepare: true });

export type PortalProduct = {
  variantId: number;
  handle: string;
  title: string;
  variantTitle: string | null;
  price: string;
  image: string | null;
};

/** How many products one page offers. */
export const PRODUCTS_SHOWN = 24;

const PRODUCTS_SQL = `
  select v.id as "variantId", p.handle, p.title, v.title as "variantTitle", v.price::text,
    coalesce(v.image_url, p.image_url) as image
  from products p
  join variants v on v.shop_id = $1 and v.product_id = p.id
  where p.shop_id = $1 and p.deleted_at is null and v.deleted_at is null and v.available
    and ($2::bigint[] is null or p.id = any($2)) and ($3 = '' or strpos(lower(p.title), lower($3)) > 0)
  order by p.title, v.position, v.id
  limit ${PRODUCTS_SHOWN}`;

/** Products that may be added to an order. @param productIds those that the merchant allows; null = all */
export const listAddableProducts = (
  shopId: number,
  productIds: readonly number[] | null,
  search: string,
): Promise<PortalProduct[]> =>
  client.unsafe<PortalProduct[]>(
    PRODUCTS_SQL,
    [shopId, productIds === null ? null : [...productIds], search],
    {
      prepare: true,
    },
  );

/** Two products of the shop, for a preview of its portal; those with an image first. */
export const listSampleProducts = (
  shopId: number,
): Promise<{ title: string; price: string; image: string | null }[]> =>
  client.unsafe(
    `select p.title, v.price::text, coalesce(v.image_url, p.image_url) as image
      from (select * from products where shop_id = $1 and deleted_at is null order by image_url is null, id limit 2) p
      join lateral (select * from variants where shop_id = $1 and product_id = p.id and deleted_at is null
        order by position, id limit 1) v on true
      order by p.id`,
    [shopId],
    { prepare: true },
  );
