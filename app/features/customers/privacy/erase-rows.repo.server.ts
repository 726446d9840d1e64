import { type SQL, sql } from "drizzle-orm";
import type { Person, TableRule } from "~/features/customers/privacy/tables/table-rule.server";
import type { Queryable } from "~db/client.server";

/** A row's primary key without the shop. */
export type RowKey = Record<string, unknown>;

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
const column = (alias: string, name: string): SQL => sql`${sql.raw(alias)}.${sql.identifier(name)}`;
const columns = (alias: string, names: readonly string[]): SQL =>
  list(names.map((name) => column(alias, name)));
const asObject = (names: readonly string[]): SQL =>
  sql`jsonb_build_object(${list(names.flatMap((name) => [sql`${sql.raw(`'${name}'`)}`, column("t", name)]))})`;

/** The primary key of a row of `t` as JSON. */
export const toRowKey = ({ key }: TableRule): SQL => asObject(key);

/** The rows of a table that are about a customer, after a key. */
export const rowsBehind = ({ table, key, rows }: TableRule, person: Person, after: RowKey | null): SQL => sql`
  ${sql.identifier(table)} t where t.shop_id = ${person.shopId}::bigint and (${rows(person)})${
    after === null
      ? sql``
      : sql` and (${columns("t", key)}) > (
          select ${columns("k", key)} from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(after)}::jsonb) k)`
  } order by ${columns("t", key)}`;

/**
 * Erases the next rows of a table.
 *
 * @param after the key of the last row erased; null = none yet
 * @returns the key of the last row erased by this call; null = no rows are left
 */
export async function eraseRows(
  tx: Queryable,
  rule: TableRule,
  person: Person,
  after: RowKey | null,
  most: number,
): Promise<RowKey | null> {
  const rewritten = rule.rewrite?.columns ?? [];
  if (rule.erase !== "delete" && Object.keys(rule.erase).length === 0 && rewritten.length === 0) return null;
  const found = await tx.execute<{ key: RowKey; row: Record<string, unknown> }>(sql`
    select ${toRowKey(rule)} as key, ${rewritten.length > 0 ? asObject(rewritten) : sql`null`} as row
    from ${rowsBehind(rule, person, after)} limit ${most}::int for update of t`);
  if (found.length === 0) return null;
  const rows = found.map(({ key, row }) => ({ ...rule.rewrite?.write(row, person), ...key }));
  const these = sql`jsonb_populate_recordset(null::${sql.identifier(rule.table)}, ${JSON.stringify(rows)}::jsonb) k`;
  const isThese = sql`t.shop_id = ${person.shopId}::bigint and (${columns("t", rule.key)}) = (${columns("k", rule.key)})`;
  if (rule.erase === "delete")
    await tx.execute(sql`delete from ${sql.identifier(rule.table)} t using ${these} where ${isThese}`);
  else {
    const set = [
      ...Object.entries(rule.erase).map(([name, to]) => sql`${sql.identifier(name)} = ${to(person)}`),
      ...rewritten.map((name) => sql`${sql.identifier(name)} = ${column("k", name)}`),
    ];
    await tx.execute(
      sql`update ${sql.identifier(rule.table)} t set ${list(set)} from ${these} where ${isThese}`,
    );
  }
  return found.length < most ? null : (found.at(-1)?.key ?? null);
}
