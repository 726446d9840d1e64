import { sql } from "drizzle-orm";
import { db } from "~db/client.server";

type Found = { table: string; row: string };

/** Rows of all tables, including the queue's, that contain a mark. */
export async function listRowsWith(mark: RegExp): Promise<Found[]> {
  const tables = await db.execute<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker') order by 1`);
  const found = await db.execute<Found>(
    sql.join(
      tables.map(
        ({ name }) =>
          sql`select ${name} as table, t::text as row from ${sql.raw(name)} t where t::text ~* ${mark.source}::text`,
      ),
      sql` union all `,
    ),
  );
  return [...found];
}
