import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { placeTable } from "~db/distribute/placement";
import { shops } from "~db/schema/shops";

/** Rows per statement: few enough that it holds its locks only briefly. */
const BATCH = 2000;

/** A table with rows of shops. `key`: its primary key; null: it has few rows of a shop, which go in one statement. */
export type ShopTable = { name: string; key: string[] | null };
type Found = { oid: number; name: string; key: string[]; references: number[] };

/**
 * Every table with rows of shops, as the database knows them: those that refer to another come before it. Rows that refer
 * to rows of their own table go in one statement, and so do those of tables that Citus keeps whole.
 */
export async function listShopTables(): Promise<ShopTable[]> {
  const found = await db.execute<Found>(sql`
    select c.oid::int as oid, c.relname::text as name,
      array(select a.attname::text from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary order by 1) as key,
      array(select distinct f.confrelid::int from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f') as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'shop_id' and not a.attisdropped)
    order by 2`);
  const ordered: Found[] = [];
  const left = new Map(found.map((table) => [table.oid, table]));
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ oid }) => ![...left.values()].some((other) => other.oid !== oid && other.references.includes(oid)),
    );
    if (free.length === 0)
      throw new Error("Tables refer to each other in a circle: none can be emptied first.");
    for (const table of free) left.delete(table.oid);
    ordered.push(...free);
  }
  return ordered.map(({ oid, name, key, references }) => {
    const isWhole = references.includes(oid) || placeTable(name, true) !== "distributed";
    return { name, key: isWhole ? null : key };
  });
}

/** Deletes a shop's rows of a table. @returns how many; it stops between two batches when `signal` is aborted */
export async function deleteRowsOf(
  shopId: number,
  { name, key }: ShopTable,
  signal: AbortSignal,
): Promise<number> {
  const table = sql.identifier(name);
  const ofShop = sql`shop_id = ${shopId}::bigint`;
  if (key === null) return (await db.execute(sql`delete from ${table} where ${ofShop} returning 1`)).length;
  const columns = sql.join(
    key.map((column) => sql.identifier(column)),
    sql`, `,
  );
  let all = 0;
  for (let deleted = BATCH; deleted === BATCH; all += deleted) {
    signal.throwIfAborted();
    const rows = await db.execute(sql`
      with batch as materialized (select ${columns} from ${table} where ${ofShop} limit ${BATCH}::int)
      delete from ${table} where ${ofShop} and (${columns}) in (select ${columns} from batch) returning 1`);
    deleted = rows.length;
  }
  return all;
}

/** Deletes the queue's jobs of a shop, but for those that run. */
export async function deleteJobsOf(shopId: number): Promise<void> {
  await db.execute(sql`
    delete from graphile_worker._private_jobs
    where (payload ->> 'shopId')::bigint = ${shopId}::bigint and locked_at is null`);
}

/** Shops that were closed before an instant, and those whose deletion was begun and not finished. */
export const listShopsToDelete = (before: Date) =>
  db
    .select({ id: shops.id })
    .from(shops)
    .where(or(lt(shops.closedAt, before), isNotNull(shops.deletionBegunAt)))
    .orderBy(shops.id);

/** From now on it cannot be reopened. @returns false for a shop that is open, was closed later, or is not there */
export async function beginDeletion(shopId: number, closedBefore: Date, now: Date): Promise<boolean> {
  await db
    .update(shops)
    .set({ deletionBegunAt: now })
    .where(and(eq(shops.id, shopId), lt(shops.closedAt, closedBefore), isNull(shops.deletionBegunAt)));
  const begun = await db
    .select({ id: shops.id })
    .from(shops)
    .where(and(eq(shops.id, shopId), isNotNull(shops.deletionBegunAt)));
  return begun.length > 0;
}

/** The shop itself, last. Its number is not given again. */
export async function deleteShopRow(shopId: number): Promise<void> {
  await db.delete(shops).where(and(eq(shops.id, shopId), isNotNull(shops.deletionBegunAt)));
}
