import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "~db/client.server";
import { products, sellingPlanGroups, variants } from "~db/schema/catalogue";

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
    .where(and(eq(products.shopId, shopId), inArray(products.id, [...ids])));
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
    .where(and(eq(variants.shopId, shopId), inArray(variants.id, [...ids])));
}

export async function findSellingPlanGroupName(
  on: Queryable,
  shopId: number,
  groupId: number,
): Promise<string | null> {
  const rows = await on
    .select({ name: sellingPlanGroups.name })
    .from(sellingPlanGroups)
    .where(and(eq(sellingPlanGroups.shopId, shopId), eq(sellingPlanGroups.id, groupId)));
  return rows[0]?.name ?? null;
}
