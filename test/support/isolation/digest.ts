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

/** @returns a digest of all rows of a shop, table by table; without when a key was last used, which any call notes */
export async function digestShop(shopId: number): Promise<Record<string, string>> {
  tables ??= listTables();
  const parts = (await tables).map(
    (name) => sql`select ${name}::text as name,
      (select md5(coalesce(string_agg(t.row, '|' order by t.row), ''))
        from (select (to_jsonb(r) - 'last_used_at')::text as row from ${sql.identifier(name)} r
          where shop_id = ${shopId}::bigint) t) as digest`,
  );
  const rows = await db.execute<{ name: string; digest: string }>(sql.join(parts, sql` union all `));
  return Object.fromEntries([...rows].map(({ name, digest }) => [name, digest]));
}
