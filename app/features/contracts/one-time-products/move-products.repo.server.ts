import { sql } from "drizzle-orm";
import { MAX_QUANTITY } from "~/lib/limits";
import type { Queryable } from "~db/client.server";
import type { OrderDiscount } from "~db/schema/orders";
import { sqlStatement } from "~db/statement.server";

/**
 * Moves the one-time products of one order to another of the same contract (wire.md §2 "Contract lifecycle").
 * If the other order already has a product, the quantities are added and the lower of the two prices applies: nobody
 * pays more than they were shown. The discounts that it has are those of that price.
 */
export async function moveOneTimeProducts(
  tx: Queryable,
  shopId: number,
  fromAttemptId: number,
  toAttemptId: number,
): Promise<void> {
  const rows = await tx.execute<{ id: number }>(sql`
    select id from one_time_products
    where shop_id = ${shopId}::bigint and billing_attempt_id = ${fromAttemptId}::bigint`);
  for (const { id } of rows) {
    const merged = await tx.execute(sql`
      update one_time_products o set quantity = least(o.quantity + f.quantity, ${MAX_QUANTITY}::int),
        price = least(o.price, f.price),
        discounts = case when o.price < f.price then o.discounts when f.price < o.price then f.discounts
          else o.discounts || f.discounts end
      from one_time_products f
      where f.shop_id = ${shopId}::bigint and f.id = ${id}::bigint
        and o.shop_id = ${shopId}::bigint and o.billing_attempt_id = ${toAttemptId}::bigint
        and o.variant_id = f.variant_id`);
    const isMoved = sql`shop_id = ${shopId}::bigint and id = ${id}::bigint`;
    await tx.execute(
      merged.count > 0
        ? sql`delete from one_time_products where ${isMoved}`
        : sql`update one_time_products set billing_attempt_id = ${toAttemptId}::bigint where ${isMoved}`,
    );
  }
}

/**
 * Takes what another order of the contract has sold off the order that got it from there: the next planned one, or one
 * that was planned then. What the customer wanted in that one besides stays.
 */
export async function takeSoldProduct(
  tx: Queryable,
  { shopId, id }: { shopId: number; id: number },
  { variantId, quantity }: { variantId: number; quantity: number },
): Promise<void> {
  const holder = sql`shop_id = ${shopId}::bigint and id = (
    select o.id from one_time_products o
    join billing_attempts a on a.shop_id = ${shopId}::bigint and a.id = o.billing_attempt_id
    where o.shop_id = ${shopId}::bigint and o.contract_id = ${id}::bigint and o.variant_id = ${variantId}::bigint
    order by a.status = 'QUEUED' desc, a.billing_date, o.id limit 1)`;
  const left = await tx.execute(sql`
    update one_time_products set quantity = quantity - ${quantity}::int
    where ${holder} and quantity > ${quantity}::int`);
  if (left.count === 0) await tx.execute(sql`delete from one_time_products where ${holder}`);
}

/** One-time products are deleted once their order is made (wire.md §2 "4 one-time product"). */
export async function deleteOneTimeProductsOf(
  tx: Queryable,
  shopId: number,
  attemptId: number,
): Promise<void> {
  await tx.execute(sql`
    delete from one_time_products
    where shop_id = ${shopId}::bigint and billing_attempt_id = ${attemptId}::bigint`);
}

/** Their prices and quantities, and the discounts that reduced them. */
export async function listOneTimeProductsOf(
  on: Queryable,
  shopId: number,
  attemptId: number,
): Promise<SoldOnce[]> {
  return selectOfOrder(on, { shopId, attemptId });
}

type SoldOnce = { price: string; quantity: number; discounts: OrderDiscount[] };

const selectOfOrder = sqlStatement<{ shopId: number; attemptId: number }, SoldOnce>()(
  (value) => sql`
    select price::text, quantity, discounts from one_time_products
    where shop_id = ${value("shopId")}::bigint and billing_attempt_id = ${value("attemptId")}::bigint`,
);
