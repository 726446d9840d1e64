import { sql } from "drizzle-orm";
import { enqueueBilling } from "~/features/order-schedule/enqueue-billing.server";
import type { Queryable } from "~db/client.server";

/**
 * A contract has a new payment method: its unpaid orders are tried at once (wire.md §5 "Dunning defaults"). Within the
 * transaction of the change.
 */
export async function retryWithNewMethod(
  tx: Queryable,
  shopId: number,
  contractId: number,
  now: Date,
): Promise<void> {
  const rows = await tx.execute(sql`
    update billing_attempts set next_step = 'TRY', next_step_at = ${now.toISOString()}::timestamptz
    where shop_id = ${shopId}::bigint and contract_id = ${contractId}::bigint
      and status in ('FAILURE', 'ACTION_REQUIRED') and next_step is not null
    returning id`);
  if (rows.length > 0) await enqueueBilling(tx, shopId);
}
