import { client, db } from "~db/client.server";
import { findRow } from "~db/rows.server";
import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { type Address, customers } from "~db/schema/customers";
import type { Interval } from "~db/schema/intervals";

export const findCustomer = (shopId: number, id: number) => findRow(db, customers, { shopId, id });

export type CustomersContract = {
  /** Our id. */
  id: number;
  subscriptionContractId: number;
  status: (typeof CONTRACT_STATUSES)[number];
  /** As Postgres writes it. */
  nextBillingDate: string | null;
  interval: Interval;
  intervalCount: number;
  orderAmount: string;
  currencyCode: string;
  /** Title of its first line; null without lines. */
  title: string | null;
  lines: number;
  deliveryAddress: Address | null;
};

/** The customer's contracts, newest first. */
export const listContractsOf = (
  shopId: number,
  customerId: number,
  limit: number,
): Promise<CustomersContract[]> =>
  client<CustomersContract[]>`
    select c.id, c.subscription_contract_id as "subscriptionContractId", c.status,
      c.next_billing_date as "nextBillingDate", c.billing_interval as "interval",
      c.billing_interval_count as "intervalCount", c.order_amount::text as "orderAmount",
      c.currency_code as "currencyCode", c.delivery_address as "deliveryAddress",
      (select l.title from contract_lines l where l.shop_id = ${shopId} and l.contract_id = c.id
        order by l.position, l.id limit 1) as title,
      (select count(*)::int from contract_lines l where l.shop_id = ${shopId} and l.contract_id = c.id) as lines
    from contracts c where c.shop_id = ${shopId} and c.customer_id = ${customerId}
    order by c.created_at desc, c.id desc limit ${limit}`;

export type Spent = { currencyCode: string; orders: number; paid: string; refunded: string };

/**
 * What the customer has paid, one sum per currency; orders from before an import count where their amounts are known.
 */
export const sumSpent = (shopId: number, customerId: number): Promise<Spent[]> =>
  client<Spent[]>`
    select c.currency_code as "currencyCode", count(*)::int as orders, coalesce(sum(a.order_amount), 0)::text as paid,
      coalesce(sum((select sum(r.amount) from orders o
        join order_refunds r on r.shop_id = ${shopId} and r.order_id = o.id and r.state = 'DONE'
        where o.shop_id = ${shopId} and o.attempt_id = a.id)), 0)::text as refunded
    from contracts c
    join billing_attempts a on a.shop_id = ${shopId} and a.contract_id = c.id and a.status = 'SUCCESS'
    where c.shop_id = ${shopId} and c.customer_id = ${customerId}
    group by c.currency_code order by count(*) desc, c.currency_code`;
