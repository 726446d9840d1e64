import { sql } from "drizzle-orm";
import type { Queryable } from "~db/client.server";
import { OWED_STATUSES, UNPAID_STATUSES } from "~db/schema/attempt-enums";
import { toSqlList } from "~db/schema/columns";
import { OVER_STATUSES } from "~db/schema/contract-enums";
import { enqueueBilling } from "./enqueue-billing.server";

/**
 * Tries a contract's unpaid orders at once with its new payment method (wire.md §5 "Dunning defaults"), also the newest
 * one if its dunning has ended. The step itself leaves contracts alone that a person has paused. Within the transaction
 * of the change.
 */
export async function retryWithNewMethod(
  tx: Queryable,
  shopId: number,
  contractId: number,
  now: Date,
): Promise<void> {
  const rows = await tx.execute(sql`
    update billing_attempts a set next_step = 'TRY', next_step_at = ${now.toISOString()}::timestamptz
    where a.shop_id = ${shopId}::bigint and a.contract_id = ${contractId}::bigint
      and a.status in (${sql.raw(toSqlList(UNPAID_STATUSES))})
      and (a.next_step is not null or a.given_up_at is not null
        and exists (select from contracts c where c.shop_id = ${shopId}::bigint and c.id = a.contract_id
          and c.last_payment_status = 'FAILED' and c.auto_charge and c.status not in (${sql.raw(toSqlList(OVER_STATUSES))}))
        and not exists (select from billing_attempts o
          where o.shop_id = ${shopId}::bigint and o.contract_id = a.contract_id and o.billing_date > a.billing_date
            and o.status in (${sql.raw(toSqlList(OWED_STATUSES))})))
    returning id`);
  if (rows.length > 0) await enqueueBilling(tx, shopId);
}
