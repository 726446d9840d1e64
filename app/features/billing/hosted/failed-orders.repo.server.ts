import { NEXT_TRY_AT } from "~/features/contracts/order-record/order-record.server";
import { client } from "~db/client.server";
import type { AttemptStatus } from "~db/schema/attempt-enums";
import { OWED_STATUSES, UNDECIDED_STATUSES } from "~db/schema/attempt-enums";
import type { DECLINE_CLASSES } from "~db/schema/charge-enums";
import { toSqlList } from "~db/schema/columns";
import { OVER_STATUSES } from "~db/schema/contract-enums";

/** The unpaid order of a contract. Amount in the contract's currency, instants ISO 8601 UTC. */
export type FailedOrder = {
  contractId: number;
  /** The contract's version when the amount was computed. A form carries it, so that it pays what was shown. */
  version: number;
  attemptId: number;
  status: AttemptStatus;
  errorClass: (typeof DECLINE_CLASSES)[number] | null;
  billingDate: string;
  /** What is being charged, or what paying it now costs. */
  amount: string;
  currencyCode: string;
  /** Tries so far. A form carries the number, so that it pays once however often it is sent. */
  tries: number;
  /** Whether its contract has a payment method that may be charged; without one it cannot be paid now. */
  hasMethod: boolean;
  /** When it is tried again automatically. */
  nextTryAt: string | null;
};

/** `amount` is that of the last try. */
export type TriedOrder = FailedOrder & {
  /**
   * Whether this amount is being charged or awaits bank confirmation; otherwise a new try costs what the contract does.
   */
  isAsked: boolean;
};

/**
 * The newest unpaid order of each contract that is not over; orders in dunning take precedence over those whose dunning
 * has ended. An order that was tried, failed and is being charged again is included.
 */
const toSql = (which: string) => `
  select distinct on (c.id) c.subscription_contract_id as "contractId", c.version, a.id as "attemptId",
    case when a.lease_until > now() then 'PROCESSING' else a.status end as status,
    a.error_class as "errorClass", a.billing_date as "billingDate", c.currency_code as "currencyCode",
    coalesce(t.amount, c.order_amount)::text as amount, coalesce(t.number, 0) as tries,
    coalesce(a.lease_until > now(), false) or a.status in (${toSqlList(UNDECIDED_STATUSES)}) or coalesce(t.state = 'CHALLENGE'
      and t.payment_method_id = c.payment_method_id, false) as "isAsked",
    exists (select from payment_methods m where m.shop_id = $1 and m.id = c.payment_method_id
      and m.revoked_at is null) as "hasMethod",
    ${NEXT_TRY_AT} as "nextTryAt"
  from contracts c
  join billing_attempts a on a.shop_id = $1 and a.contract_id = c.id
    and a.status in (${toSqlList(OWED_STATUSES)}) and a.first_failed_at is not null
  left join lateral (select amount, number, state, payment_method_id from billing_tries t
    where t.shop_id = $1 and t.attempt_id = a.id order by number desc limit 1) t on true
  where c.shop_id = $1 and ${which} and c.status not in (${toSqlList(OVER_STATUSES)}) and c.auto_charge
    and (c.last_payment_status = 'FAILED' or a.next_step is not null or a.status <> 'FAILURE')
  order by c.id, (a.next_step is null), a.billing_date desc`;

const OF_CUSTOMER = toSql("c.customer_id = $2");
const OF_CONTRACT = toSql("c.subscription_contract_id = $2");

/** One per contract, for all contracts of a customer. */
export const listTriedOrders = (shopId: number, customerId: number): Promise<TriedOrder[]> =>
  client.unsafe<TriedOrder[]>(OF_CUSTOMER, [shopId, customerId], { prepare: true });

export async function findTriedOrder(shopId: number, contractId: number): Promise<TriedOrder | null> {
  const rows = await client.unsafe<TriedOrder[]>(OF_CONTRACT, [shopId, contractId], { prepare: true });
  return rows[0] ?? null;
}
