import postgres from "postgres";

/** Of the tables that have a column `shop_id`; tables change only in files that have a process of their own. */
let prepared: Promise<{ sql: postgres.Sql; text: string }> | undefined;

/** A connection of its own, on which the statement is planned once: planning it takes far longer than running it. */
async function prepare(): Promise<{ sql: postgres.Sql; text: string }> {
  const connection = { plan_cache_mode: "force_generic_plan" };
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {}, connection });
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'shop_id' order by 1`;
  const parts = tables.map(
    ({ name }) => `select '${name}' as name,
      (select md5(coalesce(string_agg(t.row, '|' order by t.row), ''))
        from (select (to_jsonb(r) - 'last_used_at')::text as row from "${name}" r where shop_id = $1) t) as digest`,
  );
  return { sql, text: parts.join(" union all ") };
}

/** @returns a digest of all rows of a shop, table by table; without when a key was last used, which any call notes */
export async function digestShop(shopId: number): Promise<Record<string, string>> {
  prepared ??= prepare();
  const { sql, text } = await prepared;
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(text, [shopId], { prepare: true });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
