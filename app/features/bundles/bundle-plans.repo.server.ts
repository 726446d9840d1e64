import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SellingPlan } from "~/features/bundles/bundle-plans";
import type { Queryable } from "~db/client.server";
import { sellingPlanGroupProducts, sellingPlanGroups, sellingPlans } from "~db/schema/catalogue";

const listWhere = (on: Queryable, shopId: number, condition: SQL): Promise<SellingPlan[]> =>
  on
    .select({
      id: sellingPlans.id,
      groupId: sellingPlans.groupId,
      name: sellingPlans.name,
      billingInterval: sellingPlans.billingInterval,
      billingIntervalCount: sellingPlans.billingIntervalCount,
      deliveryInterval: sellingPlans.deliveryInterval,
      deliveryIntervalCount: sellingPlans.deliveryIntervalCount,
      discountPercentage: sellingPlans.discountPercentage,
    })
    .from(sellingPlans)
    .where(and(eq(sellingPlans.shopId, shopId), condition));

/** Plans by id, with their terms. */
export const listPlansById = (on: Queryable, shopId: number, ids: readonly number[]) =>
  listWhere(on, shopId, sql`${sellingPlans.id} = any(${`{${ids.join(",")}}`}::bigint[])`);

export const listPlansOfGroup = (on: Queryable, shopId: number, groupId: number) =>
  listWhere(on, shopId, eq(sellingPlans.groupId, groupId));

/** A group, held: of two that make a plan in it, the second sees the first one's. */
export async function lockPlanGroup(tx: Queryable, shopId: number, groupId: number) {
  const rows = await tx
    .select({ id: sellingPlanGroups.id, name: sellingPlanGroups.name })
    .from(sellingPlanGroups)
    .where(and(eq(sellingPlanGroups.shopId, shopId), eq(sellingPlanGroups.id, groupId)))
    .for("update");
  return rows[0] ?? null;
}

export async function insertPlanGroup(
  tx: Queryable,
  row: typeof sellingPlanGroups.$inferInsert,
): Promise<{ id: number; name: string }> {
  await tx.insert(sellingPlanGroups).values(row);
  return { id: row.id, name: row.name };
}

export async function insertPlan(tx: Queryable, shopId: number, plan: SellingPlan): Promise<void> {
  await tx.insert(sellingPlans).values({ ...plan, shopId });
}

/** These products are sold under these groups from now on, too. */
export async function addProductsToGroups(
  tx: Queryable,
  shopId: number,
  groupIds: readonly number[],
  productIds: readonly number[],
): Promise<void> {
  const rows = groupIds.flatMap((groupId) => productIds.map((productId) => ({ shopId, groupId, productId })));
  // A statement has room for 65,534 parameters.
  for (let at = 0; at < rows.length; at += 10_000)
    await tx
      .insert(sellingPlanGroupProducts)
      .values(rows.slice(at, at + 10_000))
      .onConflictDoNothing();
}
