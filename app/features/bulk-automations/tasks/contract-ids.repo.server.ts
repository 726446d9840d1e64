import { sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { db } from "~db/client.server";

/** The contracts of the shop among these: `subscriptionContractId` → our own id. */
export async function findContractIds(
  shopId: number,
  subscriptionContractIds: readonly number[],
): Promise<Map<number, number>> {
  if (subscriptionContractIds.length === 0) return new Map();
  const rows = await db.execute<{ given: number; id: number }>(sql`
    select c.subscription_contract_id as given, c.id from contracts c
    where c.shop_id = ${shopId}::bigint and c.subscription_contract_id = any(${bigints(subscriptionContractIds)})`);
  return new Map(rows.map(({ given, id }) => [given, id]));
}

/** The contracts of the shop among these, with their customers' names, in the order of our ids. */
export async function listChosen(
  shopId: number,
  subscriptionContractIds: readonly number[],
): Promise<{ contractId: number; customerName: string }[]> {
  if (subscriptionContractIds.length === 0) return [];
  const rows = await db.execute<{ contractId: number; customerName: string }>(sql`
    select c.subscription_contract_id as "contractId", c.customer_name as "customerName" from contracts c
    where c.shop_id = ${shopId}::bigint and c.subscription_contract_id = any(${bigints(subscriptionContractIds)})
    order by c.id`);
  return [...rows];
}
