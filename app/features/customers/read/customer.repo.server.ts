import { client } from "~db/client.server";
import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";

type ContractStatus = (typeof CONTRACT_STATUSES)[number];

export type CustomerWithStatuses = {
  id: number;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  tags: string[];
  /** Statuses of the customer's contracts, without duplicates. */
  statuses: ContractStatus[];
};

/** @param owner the customer who asks and must be the same; null = the merchant */
export async function findCustomerWithStatuses(
  shopId: number,
  customerId: number,
  owner: number | null,
): Promise<CustomerWithStatuses | null> {
  const rows = await client<CustomerWithStatuses[]>`
    select cu.id, cu.first_name as "firstName", cu.last_name as "lastName", cu.email, cu.phone, cu.tags,
      array(select distinct c.status from contracts c
        where c.shop_id = ${shopId} and c.customer_id = ${customerId}) as statuses
    from customers cu
    where cu.shop_id = ${shopId} and cu.id = ${customerId} and (${owner}::bigint is null or cu.id = ${owner})`;
  return rows[0] ?? null;
}

/** How many contracts a customer has, and how many are ACTIVE; null = the shop has no such customer. */
export async function findSubscriptions(
  shopId: number,
  customerId: number,
): Promise<{ all: number; active: number } | null> {
  const rows = await client<{ all: number; active: number }[]>`
    select count(c.id)::int as "all", (count(c.id) filter (where c.status = 'ACTIVE'))::int as active
    from customers cu left join contracts c on c.shop_id = ${shopId} and c.customer_id = cu.id
    where cu.shop_id = ${shopId} and cu.id = ${customerId} group by cu.id`;
  return rows[0] ?? null;
}

export type StoredPaymentMethod = {
  paymentMethodId: string;
  instrumentType: string | null;
  brand: string | null;
  lastDigits: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  holderName: string | null;
  /** ISO 8601, UTC, to the second. */
  revokedAt: string | null;
};

/** By id. */
export const listStoredPaymentMethods = (
  shopId: number,
  customerId: number,
): Promise<StoredPaymentMethod[]> =>
  client<StoredPaymentMethod[]>`
    select id as "paymentMethodId", instrument_type as "instrumentType", brand, last_digits as "lastDigits",
      expiry_month as "expiryMonth", expiry_year as "expiryYear", holder_name as "holderName",
      to_char(revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "revokedAt"
    from payment_methods where shop_id = ${shopId} and customer_id = ${customerId}
    order by id`;
