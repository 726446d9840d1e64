import { sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { insertManyContracts } from "./bulk";

/** Customers "Customer 1", "Customer 2" …; contracts are assigned to them in turn. */
export async function insertManyCustomers(
  shopId: number,
  { customers, contracts }: { customers: number; contracts: number },
): Promise<void> {
  await insertManyContracts(shopId, contracts);
  await db.execute(sql`
    insert into customers (shop_id, id, first_name, last_name, email, tags, created_at, updated_at)
    select ${shopId}::bigint, i, 'Customer', i, 'c' || i || '@example.com', '{}', now(), now()
    from generate_series(1, ${customers}::int) i`);
  await analyze("customers", "contracts");
  await db.execute(sql`
    update contracts c set customer_id = 1 + n.number % ${customers}::int
    from (select id, row_number() over (order by id) as number from contracts where shop_id = ${shopId}::bigint) n
    where c.shop_id = ${shopId}::bigint and c.id = n.id`);
  await analyze("contracts");
  await db.execute(sql`
    insert into contract_counts (shop_id, status, billing_interval, billing_interval_count, plan_type, delta)
    select shop_id, status, billing_interval, billing_interval_count, plan_type, ${contracts}::int - 1 from contracts
    where shop_id = ${shopId}::bigint limit 1`);
}

/**
 * As autovacuum does: with the statistics of the previous test, Postgres would read all contracts for each customer.
 */
async function analyze(...tables: string[]): Promise<void> {
  for (const table of tables) await db.execute(sql.raw(`analyze ${table}`));
}
