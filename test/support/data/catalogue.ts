import { db } from "~db/client.server";
import {
  products,
  sellingPlanGroupProducts,
  sellingPlanGroups,
  sellingPlans,
  variants,
} from "~db/schema/catalogue";
import { NOW, nextNumber, type Row } from "./factories";

type CatalogueVariant = Row<typeof variants>;
type CatalogueProduct = Row<typeof products> & { variants?: CatalogueVariant[] };
type CatalogueGroup = Row<typeof sellingPlanGroups> & {
  productIds?: number[];
  plans?: Row<typeof sellingPlans>[];
};

/**
 * Products with their variants (by default one) and selling-plan groups with plans. Everything may be left out; ids are
 * then new.
 */
export async function insertCatalogue(
  shopId: number,
  catalogue: { products?: CatalogueProduct[]; groups?: CatalogueGroup[] } = {},
) {
  const made = {
    products: [] as { id: number; variantIds: number[] }[],
    groups: [] as { id: number; planIds: number[] }[],
  };
  for (const { variants: wanted, ...product } of catalogue.products ?? [{}]) {
    const id = product.id ?? 7_000_000 + nextNumber();
    await db.insert(products).values({
      title: `Product ${id}`,
      handle: `product-${id}`,
      updatedAt: NOW,
      ...product,
      shopId,
      id,
    });
    const rows = (wanted ?? [{}]).map((variant, position) => ({
      title: "Default",
      price: "10.00",
      available: true,
      requiresShipping: true,
      taxable: true,
      position,
      updatedAt: NOW,
      ...variant,
      shopId,
      productId: id,
      id: variant.id ?? 4_000_000 + nextNumber(),
    }));
    await db.insert(variants).values(rows);
    made.products.push({ id, variantIds: rows.map((row) => row.id) });
  }
  for (const { productIds = [], plans = [], ...group } of catalogue.groups ?? []) {
    const id = group.id ?? 2_000_000 + nextNumber();
    await db.insert(sellingPlanGroups).values({ name: `Group ${id}`, createdAt: NOW, ...group, shopId, id });
    if (productIds.length > 0)
      await db
        .insert(sellingPlanGroupProducts)
        .values(productIds.map((productId) => ({ shopId, groupId: id, productId })));
    const rows = plans.map((plan) => {
      const planId = plan.id ?? 3_000_000 + nextNumber();
      return { name: `Plan ${planId}`, ...plan, shopId, groupId: id, id: planId };
    });
    if (rows.length > 0) await db.insert(sellingPlans).values(rows);
    made.groups.push({ id, planIds: rows.map((row) => row.id) });
  }
  return made;
}
