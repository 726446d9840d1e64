import { eq, sql } from "drizzle-orm";
import { bigints, instants } from "~db/array-parameters.server";
import { db } from "~db/client.server";
import type { KeptKind } from "./kept-kinds.server";

/** Rows per statement: few enough that it holds its locks only briefly. */
const BATCH = 2000;

/** Those of these shops that have rows of a kind to delete: a query across shops, for the job. */
export async function listShopsWithOld(
  { table, isOld }: KeptKind,
  shops: readonly { id: number; before: Date }[],
): Promise<Set<number>> {
  const ids = bigints(shops.map(({ id }) => id));
  const befores = instants(shops.map(({ before }) => before));
  const rows = await db.execute<{ id: number }>(sql`
    select distinct owner as id from unnest(${ids}, ${befores}) s (owner, kept_since)
    join ${table} on ${table.shopId} = s.owner and ${isOld(sql`s.kept_since`, sql`${table.shopId}`)}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Deletes a shop's rows of a kind that were over before an instant, in batches. Locked rows stay until the next day. A
 * run that dies keeps what it has deleted; the next one continues.
 */
export async function deleteOld(
  shopId: number,
  { table, key, isOld }: KeptKind,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  const ofShop = eq(table.shopId, shopId);
  const old = isOld(sql`${before.toISOString()}::timestamptz`, sql`${shopId}::bigint`);
  const columns = sql.join([...key], sql`, `);
  const names = sql.join(
    key.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  for (let deleted = BATCH; deleted === BATCH; ) {
    signal.throwIfAborted();
    const rows = await db.execute(sql`
      with old as materialized (
        select ${columns} from ${table} where ${ofShop} and ${old}
        limit ${BATCH}::int for update of ${table} skip locked)
      delete from ${table} where ${ofShop} and (${columns}) in (select ${names} from old) returning 1`);
    deleted = rows.length;
  }
}
