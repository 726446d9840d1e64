import { sql } from "drizzle-orm";
import { db } from "~db/client.server";

/**
 * The currency a contract is billed in; null when there is no such contract.
 *
 * @param owner the customer it must belong to; null = any customer
 */
export async function findContractCurrency(
  shopId: number,
  subscriptionContractId: number,
  owner: number | null,
): Promise<string | null> {
  const rows = await db.execute<{ currencyCode: string }>(sql`
    select c.currency_code as "currencyCode" from contracts c
    where c.shop_id = ${shopId}::bigint and c.subscription_contract_id = ${subscriptionContractId}::bigint
      and (${owner}::bigint is null or c.customer_id = ${owner}::bigint)`);
  return rows[0]?.currencyCode ?? null;
}
