import { sql } from "drizzle-orm";
import { db } from "~db/client.server";

/** Makes every statement that writes to `table` take at least this long. @returns undoes it */
export async function slowTable(table: string, seconds: number): Promise<() => Promise<void>> {
  await db.execute(sql`create function slow_down() returns trigger language plpgsql as
    'begin perform pg_sleep(${sql.raw(String(seconds))}); return null; end'`);
  await db.execute(sql`create trigger slow_down after insert or update on ${sql.identifier(table)}
    execute function slow_down()`);
  return async () => void (await db.execute(sql`drop function if exists slow_down cascade`));
}
