import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import type { AttemptStatus } from "~db/schema/attempt-enums";
import { products, variants } from "~db/schema/catalogue";
import { oneTimeProducts } from "~db/schema/one-time-products";
import { clientOf } from "~db/statement.server";
import type { OneTimeProduct } from "./one-time-product";

const isOf = (shopId: number, attemptId: number, variantId: number) =>
  and(
    eq(oneTimeProducts.shopId, shopId),
    eq(oneTimeProducts.billingAttemptId, attemptId),
    eq(oneTimeProducts.variantId, variantId),
  );

/** A variant that can be ordered, with its product; null for one that is unknown to the shop or deleted. */
export async function findVariant(on: Queryable, shopId: number, variantId: number) {
  const rows = await on
    .select({
      productId: variants.productId,
      handle: products.handle,
      title: products.title,
      variantTitle: variants.title,
      price: variants.price,
      available: variants.available,
    })
    .from(variants)
    .innerJoin(products, and(eq(products.shopId, shopId), eq(products.id, variants.productId)))
    .where(
      and(
        eq(variants.shopId, shopId),
        eq(variants.id, variantId),
        sql`${variants.deletedAt} is null and ${products.deletedAt} is null`,
      ),
    );
  return rows[0] ?? null;
}

/** The product on one order, with its title (the variant may be deleted by now). */
export async function findOneTimeProduct(
  on: Queryable,
  shopId: number,
  attemptId: number,
  variantId: number,
) {
  const rows = await on
    .select({ quantity: oneTimeProducts.quantity, price: oneTimeProducts.price, title: products.title })
    .from(oneTimeProducts)
    .leftJoin(variants, and(eq(variants.shopId, shopId), eq(variants.id, oneTimeProducts.variantId)))
    .leftJoin(products, and(eq(products.shopId, shopId), eq(products.id, variants.productId)))
    .where(isOf(shopId, attemptId, variantId));
  return rows[0] ?? null;
}

/** What the one-time products of an order cost together. */
export async function sumOneTimeProducts(on: Queryable, shopId: number, attemptId: number): Promise<string> {
  const rows = await on.execute<{ sum: string }>(sql`
    select coalesce(sum(o.price * o.quantity), 0)::text as sum from one_time_products o
    where o.shop_id = ${shopId}::bigint and o.billing_attempt_id = ${attemptId}::bigint`);
  return rows[0]?.sum ?? "0";
}

export async function insertOneTimeProduct(
  on: Queryable,
  row: typeof oneTimeProducts.$inferInsert,
): Promise<void> {
  await on.insert(oneTimeProducts).values(row);
}

export async function deleteOneTimeProduct(
  on: Queryable,
  shopId: number,
  attemptId: number,
  variantId: number,
): Promise<void> {
  await on.delete(oneTimeProducts).where(isOf(shopId, attemptId, variantId));
}

/** Whether the contract's next order has any. @param attempts its upcoming orders, soonest first */
export async function hasOneTimeProducts(
  on: Queryable,
  {
    contract,
    attempts,
  }: { contract: { shopId: number }; attempts: readonly { id: number; status: AttemptStatus }[] },
): Promise<boolean> {
  const next = attempts.find(({ status }) => status === "QUEUED" || status === "PARKED");
  if (!next) return false;
  const rows = await on
    .select({ id: oneTimeProducts.id })
    .from(oneTimeProducts)
    .where(and(eq(oneTimeProducts.shopId, contract.shopId), eq(oneTimeProducts.billingAttemptId, next.id)))
    .limit(1);
  return rows.length > 0;
}

/** One-time products of a contract's orders, with titles; by our contract id. */
export function listOneTimeProductsWithTitles(shopId: number, contractId: number, on: Queryable = db) {
  return on
    .select({
      billingAttemptId: oneTimeProducts.billingAttemptId,
      variantId: oneTimeProducts.variantId,
      quantity: oneTimeProducts.quantity,
      price: oneTimeProducts.price,
      title: sql<string>`coalesce(${products.title}, ${oneTimeProducts.variantHandle})`,
      variantTitle: variants.title,
    })
    .from(oneTimeProducts)
    .leftJoin(variants, and(eq(variants.shopId, shopId), eq(variants.id, oneTimeProducts.variantId)))
    .leftJoin(products, and(eq(products.shopId, shopId), eq(products.id, variants.productId)))
    .where(and(eq(oneTimeProducts.shopId, shopId), eq(oneTimeProducts.contractId, contractId)))
    .orderBy(asc(oneTimeProducts.id));
}

/**
 * Variants that staff may add to an order, including sold-out ones, by part of the product's title. @param limit at
 * most this many
 */
export function searchVariants(shopId: number, text: string, limit: number) {
  const pattern = toContainsPattern(text.toLowerCase());
  return db
    .select({
      variantId: variants.id,
      handle: products.handle,
      title: products.title,
      variantTitle: variants.title,
      price: variants.price,
      available: variants.available,
    })
    .from(variants)
    .innerJoin(products, and(eq(products.shopId, shopId), eq(products.id, variants.productId)))
    .where(
      and(
        eq(variants.shopId, shopId),
        sql`${variants.deletedAt} is null and ${products.deletedAt} is null`,
        text === "" ? undefined : sql`lower(${products.title}) like ${pattern}`,
      ),
    )
    .orderBy(asc(products.title), asc(variants.position), asc(variants.id))
    .limit(limit);
}

/**
 * The records of a contract, oldest first: one statement, which also shows whether the caller has such a contract.
 *
 * @param owner the customer it must belong to; null = any customer
 * @param onlyNext only those of its next order
 * @returns null when there is no such contract
 */
export async function findOneTimeProducts(
  shop: { id: number; storeDomain: string },
  subscriptionContractId: number,
  owner: number | null,
  onlyNext: boolean,
  on: Queryable = db,
): Promise<OneTimeProduct[] | null> {
  const rows = await clientOf(on).unsafe<{ records: OneTimeProduct[] }[]>(
    `
    select coalesce((
      select json_agg(json_build_object('id', o.id, 'shop', $2::text, 'subscriptionContractId',
          c.subscription_contract_id, 'billingAttemptId', o.billing_attempt_id, 'variantId', o.variant_id,
          'variantHandle', o.variant_handle, 'quantity', o.quantity, 'price', o.price::float8) order by o.id)
      from one_time_products o
      where o.shop_id = $1 and o.contract_id = c.id and (not $5::boolean or o.billing_attempt_id = (
        select a.id from billing_attempts a
        where a.shop_id = $1 and a.contract_id = c.id and a.status = 'QUEUED'
        order by a.billing_date, a.id limit 1))), '[]') as records
    from contracts c
    where c.shop_id = $1 and c.subscription_contract_id = $3 and ($4::bigint is null or c.customer_id = $4)`,
    [shop.id, shop.storeDomain, subscriptionContractId, owner, onlyNext],
    { prepare: true },
  );
  return rows[0]?.records ?? null;
}
