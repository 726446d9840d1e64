import { sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import type { Queryable } from "~db/client.server";
import { type ImportTarget, type InsertedContract, toJson } from "./apply-contracts.repo.server";
import type { ContractHead } from "./contract-validation";

/**
 * Inserts the selling plans of these contracts, by id and name; known ones stay as they are, and are locked, so that
 * nobody deletes them before the contracts are there. A file may name a known one by its id alone. A plan whose group is
 * unknown gets one of its own, with the same id and name and the products that were bought under it
 * (`addGroupProducts`), until the platform delivers more.
 *
 * @returns ids of the groups that were made
 */
export async function insertSellingPlans(
  tx: Queryable,
  { shopId, importId }: ImportTarget,
  heads: readonly ContractHead[],
  now: Date,
): Promise<number[]> {
  await tx.execute(sql`
    insert into selling_plans (shop_id, id, name)
    select distinct on (s.selling_plan_id) s.shop_id, s.selling_plan_id, coalesce(s.selling_plan_name, p.name)
    from json_to_recordset(${toJson(heads.map(({ handle }) => ({ handle })))}) as g (handle text)
    join import_contract_rows s on s.shop_id = ${shopId}::bigint and s.import_id = ${importId}::bigint
      and s.handle = g.handle
    left join selling_plans p on p.shop_id = ${shopId}::bigint and p.id = s.selling_plan_id
    where s.selling_plan_id is not null and coalesce(s.selling_plan_name, p.name) is not null
    order by s.selling_plan_id, s.selling_plan_name is null, s.line desc
    on conflict (shop_id, id) do update set name = selling_plans.name where false`);
  const made = await tx.execute<{ id: number }>(sql`
    insert into selling_plan_groups (shop_id, id, name, created_at)
    select p.shop_id, p.id, p.name, ${now.toISOString()}::timestamptz from selling_plans p
    where p.shop_id = ${shopId}::bigint and p.group_id is null
    order by p.id
    on conflict (shop_id, id) do nothing
    returning id`);
  const madeIds = made.map(({ id }) => id);
  if (madeIds.length > 0)
    await tx.execute(sql`
      update selling_plans set group_id = id
      where shop_id = ${shopId}::bigint and id = any(${bigints(madeIds)})`);
  return madeIds;
}

/**
 * Adds what these contracts bought under a plan to the plan's group, if an import made that group (it has the plan's
 * id). One that names no products any more has been set to all of them since, and stays so.
 */
export async function addGroupProducts(
  tx: Queryable,
  shopId: number,
  inserted: readonly InsertedContract[],
  madeIds: readonly number[],
): Promise<void> {
  await tx.execute(sql`
    insert into selling_plan_group_products (shop_id, group_id, product_id)
    select distinct l.shop_id, l.selling_plan_id, l.product_id from contract_lines l
    where l.shop_id = ${shopId}::bigint and l.contract_id = any(${bigints(inserted.map(({ id }) => id))})
      and l.selling_plan_id in (
        select p.id from selling_plans p where p.shop_id = ${shopId}::bigint and p.group_id = p.id
          and (p.id = any(${bigints(madeIds)}) or exists (
            select from selling_plan_group_products g
            where g.shop_id = ${shopId}::bigint and g.group_id = p.id)))
    on conflict (shop_id, group_id, product_id) do nothing`);
}
