import { sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { db } from "~db/client.server";

/**
 * Makes every statement that writes to `table` take at least this long, so that a job is still running when a test gets
 * to it, however fast the machine. @returns undoes it, as the end of the test does
 */
export async function slowDown(table: string, seconds: number): Promise<() => Promise<void>> {
  const quicken = async () => void (await db.execute(sql`drop function if exists slow_down cascade`));
  onTestFinished(quicken);
  await db.execute(sql`create function slow_down() returns trigger language plpgsql as
    'begin perform pg_sleep(${sql.raw(String(seconds))}); return null; end'`);
  await db.execute(sql`create trigger slow_down after insert or update on ${sql.identifier(table)}
    execute function slow_down()`);
  return quicken;
}
