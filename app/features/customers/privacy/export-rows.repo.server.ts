import { sql } from "drizzle-orm";
import { type Person, type TableRule, texts } from "~/features/customers/privacy/tables/table-rule.server";
import { db } from "~db/client.server";
import { type RowKey, rowsBehind, toRowKey } from "./erase-rows.repo.server";

/** A stored row. @field json as JSON text, in which amounts keep their decimals @field cells by column, as text */
export type ExportedRow = { json: string; cells: Record<string, string | null> };

/**
 * The next rows of a table that are about a customer, without the shop's id, without secrets that would let somebody
 * act for them, and without what is about the staff or other customers.
 *
 * @returns `last`: the key after which there may be more; null = no rows are left
 */
export async function readRows(
  rule: TableRule,
  person: Person,
  after: RowKey | null,
  most: number,
): Promise<{ rows: ExportedRow[]; last: RowKey | null }> {
  const left = texts(["shop_id", ...(rule.secret ?? [])]);
  const shown = Object.entries(rule.shown ?? {}).map(
    ([name, to]) => sql` || jsonb_build_object(${name}::text, ${to(person)})`,
  );
  const found = await db.execute<ExportedRow & { key: RowKey }>(sql`
    select t.key, t.row::text as json, (
      select coalesce(jsonb_object_agg(c.key, c.value), '{}'::jsonb) from jsonb_each_text(t.row) c) as cells
    from (
      select ${toRowKey(rule)} as key, to_jsonb(t) - ${left}${sql.join(shown)} as row
      from ${rowsBehind(rule, person, after)} limit ${most}::int) t`);
  return { rows: [...found], last: found.length < most ? null : (found.at(-1)?.key ?? null) };
}
