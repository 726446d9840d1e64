import { sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { insertManyContracts } from "./bulk";

/** Many contracts with a line and a card each, whose order is due on this date. */
export async function insertManyDueOrders(shopId: number, count: number, billingDate: Date): Promise<void> {
  await insertManyContracts(shopId, count);
  const ofShop = sql`shop_id = ${shopId}::bigint`;
  const date = sql`${billingDate.toISOString()}::timestamptz`;
  await db.execute(sql`delete from contract_lines where ${ofShop}`);
  await db.execute(sql`
    insert into contract_lines (shop_id, contract_id, id, position, title, quantity, current_price, taxable,
      requires_shipping, custom_attributes)
    select shop_id, id, gen_random_uuid(), 0, 'Line', 1, 7, true, true, '[]' from contracts where ${ofShop}`);
  await db.execute(sql`
    insert into payment_methods (shop_id, id, customer_id, last_digits)
    select shop_id, 'card-' || id, customer_id, '4242' from contracts where ${ofShop}`);
  await db.execute(sql`
    update contracts set payment_method_id = 'card-' || id, next_billing_date = ${date}, schedule_anchor = ${date}
    where ${ofShop}`);
  await db.execute(sql`
    insert into billing_attempts (shop_id, contract_id, status, billing_date, idempotency_key, created_at)
    select shop_id, id, 'QUEUED', ${date}, gen_random_uuid(), ${date} from contracts where ${ofShop}`);
}

/** How many orders of the shop have each status, those dated up to an instant. */
export async function countByStatus(shopId: number, upto: Date): Promise<Record<string, number>> {
  const rows = await db.execute<{ status: string; count: number }>(sql`
    select status, count(*)::int as count from billing_attempts
    where shop_id = ${shopId}::bigint and billing_date <= ${upto.toISOString()}::timestamptz group by status`);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** How many of them are not claimed yet. */
export async function countUntaken(shopId: number, upto: Date): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from billing_attempts
    where shop_id = ${shopId}::bigint and billing_date <= ${upto.toISOString()}::timestamptz
      and status = 'QUEUED' and lease_until is null`);
  return row?.count ?? 0;
}
