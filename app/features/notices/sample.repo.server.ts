import { sql } from "drizzle-orm";
import { db } from "~db/client.server";

/**
 * A contract for a sample notice, and the date of one of its orders.
 * @param contractId the wire's; none, or one the shop does not have = the newest
 */
export async function findSampleContract(shopId: number, contractId: number | null) {
  const rows = await db.execute<{ id: number; billingDate: string | null }>(sql`
    select c.id, coalesce(c.next_billing_date, c.created_at) as "billingDate" from contracts c
    where c.shop_id = ${shopId}::bigint
      and (${contractId}::bigint is null or c.subscription_contract_id = ${contractId}::bigint)
    order by c.created_at desc, c.id desc limit 1`);
  return rows[0] ?? null;
}
