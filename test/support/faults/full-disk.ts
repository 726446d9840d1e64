import { sql } from "drizzle-orm";
import { db } from "~db/client.server";

/**
 * From now on each statement that inserts into `table` fails as on a full disk of Postgres: SQLSTATE 53100, and the
 * transaction is lost. (A disk of that size would need root.) @returns frees the space
 */
export async function fillDisk(table: string): Promise<() => Promise<void>> {
  await db.execute(sql`create function fill_disk() returns trigger language plpgsql as
    $$begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end$$`);
  await db.execute(sql`create trigger fill_disk after insert on ${sql.identifier(table)}
    for each statement execute function fill_disk()`);
  return async () => void (await db.execute(sql`drop function if exists fill_disk cascade`));
}
