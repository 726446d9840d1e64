import { and, asc, type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { products, sellingPlanGroups, sellingPlans, variants } from "~db/schema/catalogue";

/** One parameter for any number of ids: a statement takes at most 65,534. */
const isOneOf = (column: Column, ids: readonly number[]): SQL =>
  sql`${column} = any(${`{${ids.join(",")}}`}::bigint[])`;

/** Products by id, deleted ones too. */
export function listProductsById(on: Queryable, shopId: number, ids: readonly number[]) {
  return on
    .select({
      id: products.id,
      title: products.title,
      image: products.imageUrl,
      deletedAt: products.deletedAt,
    })
    .from(products)
    .where(and(eq(products.shopId, shopId), isOneOf(products.id, ids)));
}

const variantColumns = {
  id: variants.id,
  productId: variants.productId,
  title: variants.title,
  price: variants.price,
  available: variants.available,
  image: variants.imageUrl,
  deletedAt: variants.deletedAt,
};

/** Variants by id, deleted ones too. */
export function listVariantsById(on: Queryable, shopId: number, ids: readonly number[]) {
  return on
    .select(variantColumns)
    .from(variants)
    .where(and(eq(variants.shopId, shopId), isOneOf(variants.id, ids)));
}

/** All variants of these products, deleted ones too, each product's in order. */
export function listVariantsOfProducts(on: Queryable, shopId: number, productIds: readonly number[]) {
  return on
    .select(variantColumns)
    .from(variants)
    .where(and(eq(variants.shopId, shopId), isOneOf(variants.productId, productIds)))
    .orderBy(asc(variants.productId), asc(variants.position), asc(variants.id));
}

export async function listKnownSellingPlans(
  on: Queryable,
  shopId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await on
    .select({ id: sellingPlans.id })
    .from(sellingPlans)
    .where(and(eq(sellingPlans.shopId, shopId), isOneOf(sellingPlans.id, ids)));
  return rows.map(({ id }) => id);
}

export async function findSellingPlanGroupName(
  on: Queryable,
  shopId: number,
  groupId: number,
): Promise<string | null> {
  const rows = await on
    .select({ name: sellingPlanGroups.name })
    .from(sellingPlanGroups)
    .where(isRow(sellingPlanGroups, { shopId, id: groupId }));
  return rows[0]?.name ?? null;
}
