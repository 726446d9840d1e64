import { sql } from "drizzle-orm";
import type { PickLists } from "~/features/bulk-automations/automation-page";
import { db } from "~db/client.server";

/** A longer list is no use in a picker. Shops with more narrow the contracts down in the list; the API takes any. */
const MOST = 500;

/**
 * What the form's pickers offer, by title: variants that contract lines hold, variants that can be ordered, plans with
 * a frequency. @returns ids as texts
 */
export async function readPickLists(shopId: number): Promise<PickLists> {
  const isOfShop = sql`v.shop_id = ${shopId}::bigint`;
  const named = sql`
    select v.id::text as value,
      case when v.title in ('Default', 'Default Title') then p.title else concat(p.title, ', ', v.title) end
        || case when v.deleted_at is null and p.deleted_at is null then '' else ' (deleted)' end as label
    from variants v join products p on p.shop_id = ${shopId}::bigint and p.id = v.product_id`;
  const order = sql`order by lower(p.title), p.id, v.position, v.id limit ${MOST}::int`;
  type Row = PickLists["plans"][number];
  const [heldVariants, variants, plans] = await Promise.all([
    db.execute<Row>(sql`${named} where ${isOfShop} and exists (
      select from contract_lines l where l.shop_id = ${shopId}::bigint and l.variant_id = v.id) ${order}`),
    db.execute<Row>(
      sql`${named} where ${isOfShop} and v.deleted_at is null and p.deleted_at is null ${order}`,
    ),
    db.execute<Row>(sql`
      select s.id::text as value, concat_ws(': ', g.name, s.name) as label from selling_plans s
      left join selling_plan_groups g on g.shop_id = ${shopId}::bigint and g.id = s.group_id
      where s.shop_id = ${shopId}::bigint and s.billing_interval is not null and s.billing_interval_count is not null
      order by lower(g.name) nulls last, lower(s.name), s.id limit ${MOST}::int`),
  ]);
  return { heldVariants: [...heldVariants], variants: [...variants], plans: [...plans] };
}
