import { sql } from "drizzle-orm";
import { type ImportTarget, toJson } from "~/features/imports/apply-contracts.repo.server";
import type { ContractHead } from "~/features/imports/contract-verdicts";
import type { Queryable } from "~db/client.server";

const rowsOfHeads = ({ shopId, importId }: ImportTarget, heads: readonly ContractHead[]) => sql`
  json_to_recordset(${toJson(heads.map(({ handle }) => ({ handle })))}) as g (handle text)
  join import_contract_rows s on s.shop_id = ${shopId}::bigint and s.import_id = ${importId}::bigint
    and s.handle = g.handle`;

/**
 * Selling plans of these contracts, by id and name; one that the shop knows stays as it is. A plan that nobody has told
 * the group of gets one of its own, of the same id and name, with the products that were bought under it; the platform
 * tells more later.
 */
export async function insertSellingPlans(
  tx: Queryable,
  target: ImportTarget,
  heads: readonly ContractHead[],
  now: Date,
): Promise<void> {
  const { shopId } = target;
  await tx.execute(sql`
    insert into selling_plans (shop_id, id, name)
    select distinct on (s.selling_plan_id) s.shop_id, s.selling_plan_id, s.selling_plan_name
    from ${rowsOfHeads(target, heads)}
    where s.selling_plan_id is not null and s.selling_plan_name is not null
    order by s.selling_plan_id, s.line desc
    on conflict (shop_id, id) do nothing`);
  const made = await tx.execute<{ id: number }>(sql`
    insert into selling_plan_groups (shop_id, id, name, created_at)
    select p.shop_id, p.id, p.name, ${now.toISOString()}::timestamptz from selling_plans p
    where p.shop_id = ${shopId}::bigint and p.group_id is null
    order by p.id
    on conflict (shop_id, id) do nothing
    returning id`);
  if (made.length > 0)
    await tx.execute(sql`
      update selling_plans set group_id = id
      where shop_id = ${shopId}::bigint and id = any(${`{${made.map(({ id }) => id).join(",")}}`}::bigint[])`);
  // A plan that stands in a group of its own number is in one of ours.
  await tx.execute(sql`
    insert into selling_plan_group_products (shop_id, group_id, product_id)
    select distinct s.shop_id, p.id, v.product_id
    from ${rowsOfHeads(target, heads)}
    join selling_plans p on p.shop_id = ${shopId}::bigint and p.id = s.selling_plan_id and p.group_id = p.id
    join variants v on v.shop_id = ${shopId}::bigint and v.id = s.variant_id
    order by p.id, v.product_id
    on conflict (shop_id, group_id, product_id) do nothing`);
}
