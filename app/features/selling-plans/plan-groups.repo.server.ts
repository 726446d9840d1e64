import { sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import type { Queryable } from "~db/client.server";
import { insertRow, updateRows } from "~db/rows.server";
import { sellingPlanGroups, sellingPlans } from "~db/schema/catalogue";

type PlanRow = typeof sellingPlans.$inferInsert;

/** Fingerprint of a group: it differs as soon as name, plans or products differ, whoever wrote them. */
export async function findGroupVersion(on: Queryable, shopId: number, id: number): Promise<string | null> {
  const rows = await on.execute<{ version: string }>(sql`
    select md5(jsonb_build_array(g.name,
      (select jsonb_agg(to_jsonb(p) order by p.id) from selling_plans p
        where p.shop_id = ${shopId}::bigint and p.group_id = g.id),
      (select jsonb_agg(gp.product_id order by gp.product_id) from selling_plan_group_products gp
        where gp.shop_id = ${shopId}::bigint and gp.group_id = g.id))::text) as version
    from selling_plan_groups g where g.shop_id = ${shopId}::bigint and g.id = ${id}::bigint`);
  return rows[0]?.version ?? null;
}

export const insertGroup = (tx: Queryable, row: typeof sellingPlanGroups.$inferInsert) =>
  insertRow(tx, sellingPlanGroups, row);
export const renameGroup = (tx: Queryable, shopId: number, id: number, name: string) =>
  updateRows(tx, sellingPlanGroups, { shopId, id }, { name });

export const insertPlan = (tx: Queryable, row: PlanRow) => insertRow(tx, sellingPlans, row);
export const updatePlan = (tx: Queryable, { shopId, id, ...fields }: PlanRow) =>
  updateRows(tx, sellingPlans, { shopId, id }, fields);

export async function listPlanIds(tx: Queryable, shopId: number, groupId: number): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(
    sql`select id from selling_plans where shop_id = ${shopId}::bigint and group_id = ${groupId}::bigint order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Those of these products that the shop has, or that this group has kept since they were deleted. */
export async function findKnownProducts(
  tx: Queryable,
  shopId: number,
  groupId: number | null,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.execute<{ id: number }>(sql`
    select p.id from products p
    where p.shop_id = ${shopId}::bigint and p.id = any(${bigints(ids)}) and (p.deleted_at is null or exists (
      select from selling_plan_group_products gp
      where gp.shop_id = ${shopId}::bigint and gp.group_id = ${groupId}::bigint and gp.product_id = p.id))`);
  return new Set(rows.map(({ id }) => id));
}

/** Sets the products of a group. */
export async function setProducts(
  tx: Queryable,
  shopId: number,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.execute(sql`
    delete from selling_plan_group_products
    where shop_id = ${shopId}::bigint and group_id = ${groupId}::bigint and product_id <> all(${bigints(ids)})`);
  await tx.execute(sql`
    insert into selling_plan_group_products (shop_id, group_id, product_id)
    select ${shopId}::bigint, ${groupId}::bigint, unnest(${bigints(ids)}) on conflict do nothing`);
}

/** Locks plans, so that nothing new uses them until the transaction ends. */
export async function lockPlans(tx: Queryable, shopId: number, planIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    select from selling_plans where shop_id = ${shopId}::bigint and id = any(${bigints(planIds)}) order by id for update`);
}

/** By plan id, how many contracts and bundles use it; unused plans are missing. */
export async function countUses(
  tx: Queryable,
  shopId: number,
  planIds: readonly number[],
): Promise<{ id: number; name: string; contracts: number; bundles: number }[]> {
  const rows = await tx.execute<{ id: number; name: string; contracts: number; bundles: number }>(sql`
    select s.id, s.name,
      (select count(distinct l.contract_id)::int from contract_lines l
        where l.shop_id = ${shopId}::bigint and l.selling_plan_id = s.id) as contracts,
      (select count(*)::int from bundles b
        where b.shop_id = ${shopId}::bigint and (s.id = any(b.selling_plan_ids) or exists (
          select from jsonb_array_elements(b.frequencies) f
          where (f ->> 'sellingPlanId')::bigint = s.id))) as bundles
    from selling_plans s where s.shop_id = ${shopId}::bigint and s.id = any(${bigints(planIds)}) order by s.id`);
  return rows.filter(({ contracts, bundles }) => contracts + bundles > 0);
}

export async function deletePlans(tx: Queryable, shopId: number, planIds: readonly number[]): Promise<void> {
  await tx.execute(
    sql`delete from selling_plans where shop_id = ${shopId}::bigint and id = any(${bigints(planIds)})`,
  );
}

export async function deleteGroup(tx: Queryable, shopId: number, id: number): Promise<void> {
  await tx.execute(
    sql`delete from selling_plan_groups where shop_id = ${shopId}::bigint and id = ${id}::bigint`,
  );
}
