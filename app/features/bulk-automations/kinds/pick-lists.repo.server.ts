import { type SQL, sql } from "drizzle-orm";
import type { PickLists } from "~/features/bulk-automations/automation-page";
import { db } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";

/** A longer list is no use in a picker: a form with one asks for part of a name. */
const MOST = 500;

type Option = PickLists[keyof PickLists][number];

/**
 * What the form's pickers offer, by title: variants that contract lines hold, variants that can be ordered, plans with
 * a frequency.
 * @param names parts of names: a list that would be cut has only what contains one of them
 * @returns ids as texts, and whether a list would be cut without `names`
 */
export async function readPickLists(
  shopId: number,
  names: readonly string[],
): Promise<{ lists: PickLists; isCut: boolean }> {
  const isOfShop = sql`v.shop_id = ${shopId}::bigint`;
  const variantLabel = sql`case when v.title in ('Default', 'Default Title') then p.title else concat(p.title, ', ', v.title) end`;
  const variants = (where: SQL) => (isNamed: (label: SQL) => SQL) =>
    sql`
    select v.id::text as value, ${variantLabel}
        || case when v.deleted_at is null and p.deleted_at is null then '' else ' (deleted)' end as label
    from variants v join products p on p.shop_id = ${shopId}::bigint and p.id = v.product_id
    where ${isOfShop} and ${where} and ${isNamed(variantLabel)}
    order by lower(p.title), p.id, v.position, v.id`;
  const planLabel = sql`concat_ws(': ', g.name, s.name)`;
  const plans = (isNamed: (label: SQL) => SQL) => sql`
    select s.id::text as value, ${planLabel} as label from selling_plans s
    left join selling_plan_groups g on g.shop_id = ${shopId}::bigint and g.id = s.group_id
    where s.shop_id = ${shopId}::bigint and s.billing_interval is not null and s.billing_interval_count is not null
      and ${isNamed(planLabel)}
    order by lower(g.name) nulls last, lower(s.name), s.id`;
  const isHeld = sql`exists (
    select from contract_lines l where l.shop_id = ${shopId}::bigint and l.variant_id = v.id)`;
  const canBeOrdered = sql`v.deleted_at is null and p.deleted_at is null`;
  const [heldVariants, orderable, withFrequency] = await Promise.all([
    readList(variants(isHeld), names),
    readList(variants(canBeOrdered), names),
    readList(plans, names),
  ]);
  return {
    lists: { heldVariants: heldVariants.options, variants: orderable.options, plans: withFrequency.options },
    isCut: heldVariants.isCut || orderable.isCut || withFrequency.isCut,
  };
}

async function readList(toQuery: (isNamed: (label: SQL) => SQL) => SQL, names: readonly string[]) {
  const read = async (isNamed: (label: SQL) => SQL) => [
    ...(await db.execute<Option>(sql`${toQuery(isNamed)} limit ${MOST + 1}::int`)),
  ];
  const all = await read(() => sql`true`);
  const isCut = all.length > MOST;
  const patterns = JSON.stringify(names.map((name) => toContainsPattern(name.toLowerCase())));
  const options =
    isCut && names.length > 0
      ? await read(
          (label) => sql`lower(${label}) like any(array(
            select jsonb_array_elements_text(${patterns}::jsonb)))`,
        )
      : all;
  return { options: options.slice(0, MOST), isCut };
}
