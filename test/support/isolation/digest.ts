import { sql } from "drizzle-orm";
import { db } from "~db/client.server";

/** Of the tables that have a column `shop_id`; tables change only in files that have a process of their own. */
let tables: Promise<string[]> | undefined;

async function listTables(): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'shop_id' order by 1`);
  return [...rows].map(({ name }) => name);
}

/** @returns a digest of all rows of a shop, table by table */
export async function digestShop(shopId: number): Promise<Record<string, string>> {
  tables ??= listTables();
  const parts = (await tables).map(
    (name) => sql`select ${name}::text as name,
      (select md5(coalesce(string_agg(t::text, '|' order by t::text), ''))
        from ${sql.identifier(name)} t where shop_id = ${shopId}::bigint) as digest`,
  );
  const rows = await db.execute<{ name: string; digest: string }>(sql.join(parts, sql` union all `));
  return Object.fromEntries([...rows].map(({ name, digest }) => [name, digest]));
}
