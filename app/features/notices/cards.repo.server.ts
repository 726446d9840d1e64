import { sql } from "drizzle-orm";
import { db } from "~db/client.server";

/**
 * Cards that expire in a month, pay for an active contract and have had no notice, by id after `after`. Imported
 * contracts count only if they have an event of their own.
 *
 * @param month from 1
 */
export async function listExpiringCards(
  shopId: number,
  { year, month, after, limit }: { year: number; month: number; after: string; limit: number },
): Promise<{ id: string; contractId: number }[]> {
  return db.execute<{ id: string; contractId: number }>(sql`
    select p.id, min(c.id) as "contractId" from payment_methods p
    join contracts c on c.shop_id = ${shopId}::bigint and c.customer_id = p.customer_id and c.payment_method_id = p.id
      and c.status = 'ACTIVE'
      and (c.imported_id is null or exists (select from event_sequences s
        where s.shop_id = ${shopId}::bigint and s.contract_id = c.id))
    where p.shop_id = ${shopId}::bigint and p.expiry_year = ${year}::int and p.expiry_month = ${month}::int
      and p.revoked_at is null and p.id > ${after}::text
      and not exists (select from notices n where n.shop_id = ${shopId}::bigint
        and n.cause = 'card:' || p.id || ':' || ${year}::text || '-' || ${month}::text)
    group by p.id order by p.id limit ${limit}::int`);
}
