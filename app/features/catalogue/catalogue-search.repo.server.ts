import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import { isRow, pick } from "~db/rows.server";
import { products, sellingPlanGroups, sellingPlans, variants } from "~db/schema/catalogue";
import { customers } from "~db/schema/customers";
import { statement } from "~db/statement.server";

/**
 * Products whose title contains the text, those that begin with it first. Includes deleted ones, since contracts may
 * still hold them. @param limit maximum number
 */
export function searchProducts(shopId: number, text: string, limit: number) {
  const title = sql`lower(${products.title})`;
  return db
    .select({
      id: products.id,
      title: products.title,
      image: products.imageUrl,
      isDeleted: sql<boolean>`${products.deletedAt} is not null`,
    })
    .from(products)
    .where(and(eq(products.shopId, shopId), sql`${title} like ${toContainsPattern(text.toLowerCase())}`))
    .orderBy(sql`position(${text.toLowerCase()} in ${title})`, asc(title), asc(products.id))
    .limit(limit);
}

export function listVariantsOf(shopId: number, productIds: number[]) {
  return db
    .select(pick(variants, "id", "productId", "title", "price"))
    .from(variants)
    .where(isRow(variants, { shopId, productId: productIds }))
    .orderBy(asc(variants.productId), asc(variants.position), asc(variants.id));
}

export async function findProductTitle(shopId: number, productId: number): Promise<string | null> {
  const rows = await db
    .select({ title: products.title })
    .from(products)
    .where(isRow(products, { shopId, id: productId }));
  return rows[0]?.title ?? null;
}

/** A variant with its product's title. */
export async function findVariantTitle(shopId: number, variantId: number) {
  const rows = await db
    .select({ product: products.title, variant: variants.title })
    .from(variants)
    .innerJoin(products, and(eq(products.shopId, shopId), eq(products.id, variants.productId)))
    .where(isRow(variants, { shopId, id: variantId }));
  return rows[0] ?? null;
}

/** A plan with its terms. */
export const planColumns = {
  id: sellingPlans.id,
  name: sellingPlans.name,
  groupId: sellingPlans.groupId,
  billingInterval: sellingPlans.billingInterval,
  billingIntervalCount: sellingPlans.billingIntervalCount,
  deliveryInterval: sellingPlans.deliveryInterval,
  deliveryIntervalCount: sellingPlans.deliveryIntervalCount,
  discountPercentage: sellingPlans.discountPercentage,
  discountCycles: sellingPlans.discountCycles,
  laterDiscountPercentage: sellingPlans.laterDiscountPercentage,
};

const selectSellingPlans = statement<{ shopId: number; limit: number }>()((on, value) =>
  on
    .select({ ...planColumns, group: sellingPlanGroups.name })
    .from(sellingPlans)
    .leftJoin(
      sellingPlanGroups,
      and(eq(sellingPlanGroups.shopId, value("shopId")), eq(sellingPlanGroups.id, sellingPlans.groupId)),
    )
    .where(eq(sellingPlans.shopId, value("shopId")))
    .orderBy(sql`${sellingPlanGroups.name} nulls last`, asc(sellingPlans.name), asc(sellingPlans.id))
    .limit(value("limit")),
);

/** Selling plans by group and name, those without a group last. @param limit maximum number */
export const listSellingPlans = (shopId: number, limit: number) => selectSellingPlans(db, { shopId, limit });

export async function findCustomerLabel(shopId: number, customerId: number) {
  const rows = await db
    .select({ firstName: customers.firstName, lastName: customers.lastName, email: customers.email })
    .from(customers)
    .where(isRow(customers, { shopId, id: customerId }));
  return rows[0] ?? null;
}
