import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SellingPlan } from "~/features/bundles/rules/bundle-plans";
import { planColumns } from "~/features/catalogue/catalogue-search.repo.server";
import { bigints } from "~db/array-parameters.server";
import type { Queryable } from "~db/client.server";
import { insertRow } from "~db/rows.server";
import { sellingPlanGroups, sellingPlans } from "~db/schema/catalogue";

const listWhere = (on: Queryable, shopId: number, condition: SQL): Promise<SellingPlan[]> =>
  on
    .select(planColumns)
    .from(sellingPlans)
    .where(and(eq(sellingPlans.shopId, shopId), condition));

/** Plans by id, with their terms. */
export const listPlansById = (on: Queryable, shopId: number, ids: readonly number[]) =>
  listWhere(on, shopId, sql`${sellingPlans.id} = any(${bigints(ids)})`);

export const listPlansOfGroup = (on: Queryable, shopId: number, groupId: number) =>
  listWhere(on, shopId, eq(sellingPlans.groupId, groupId));

export async function insertPlanGroup(
  tx: Queryable,
  row: typeof sellingPlanGroups.$inferInsert,
): Promise<{ id: number; name: string }> {
  await tx.insert(sellingPlanGroups).values(row);
  return { id: row.id, name: row.name };
}

export const insertPlan = (tx: Queryable, shopId: number, plan: SellingPlan) =>
  insertRow(tx, sellingPlans, { ...plan, shopId });

/** Keeps these plans and their groups from being deleted until the transaction ends. Groups first, as in their form. */
export async function holdPlans(tx: Queryable, shopId: number, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    select from selling_plan_groups g where g.shop_id = ${shopId}::bigint and g.id in (
      select p.group_id from selling_plans p where p.shop_id = ${shopId}::bigint and p.id = any(${bigints(ids)}))
    order by g.id for key share`);
  await tx.execute(sql`
    select from selling_plans p where p.shop_id = ${shopId}::bigint and p.id = any(${bigints(ids)})
    order by p.id for key share`);
}

/** Gives a new group its products, as far as the catalogue has them. @returns how many it has */
export async function insertGroupProducts(
  tx: Queryable,
  shopId: number,
  groupId: number,
  productIds: readonly number[],
): Promise<number> {
  const rows = await tx.execute(sql`
    insert into selling_plan_group_products (shop_id, group_id, product_id)
    select p.shop_id, ${groupId}::bigint, p.id from products p
    where p.shop_id = ${shopId}::bigint and p.id = any(${bigints(productIds)})
    returning product_id`);
  return rows.length;
}

/** Adds these products to those of these groups that name products: a group without any is for all, and stays so. */
export async function addProductsToGroups(
  tx: Queryable,
  shopId: number,
  groupIds: readonly number[],
  productIds: readonly number[],
): Promise<void> {
  // A statement of its own: one that waits for the lock would see the groups as they were before the wait.
  await tx.execute(sql`
    select from selling_plan_groups g where g.shop_id = ${shopId}::bigint and g.id = any(${bigints(groupIds)})
    order by g.id for key share`);
  await tx.execute(sql`
    insert into selling_plan_group_products (shop_id, group_id, product_id)
    select p.shop_id, g.id, p.id from products p cross join unnest(${bigints(groupIds)}) as g(id)
    where p.shop_id = ${shopId}::bigint and p.id = any(${bigints(productIds)}) and exists (
      select from selling_plan_group_products gp where gp.shop_id = ${shopId}::bigint and gp.group_id = g.id)
    on conflict do nothing`);
}

/** Open bundles with a frequency that is sold by a plan of this group. */
export async function listOpenBundlesOfGroup(
  tx: Queryable,
  shopId: number,
  groupId: number,
): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(sql`
    select b.id from bundles b
    where b.shop_id = ${shopId}::bigint and b.subscription_bundling_enabled and b.archived_at is null and exists (
      select from jsonb_array_elements(b.frequencies) f
      join selling_plans p on p.shop_id = ${shopId}::bigint and p.id = (f ->> 'sellingPlanId')::bigint
      where p.group_id = ${groupId}::bigint)`);
  return rows.map(({ id }) => id);
}
