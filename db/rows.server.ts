import {
  and,
  count,
  eq,
  getTableColumns,
  getTableName,
  gt,
  inArray,
  isNull,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Queryable } from "./client.server";
import { toOrderedInstant } from "./life";

type Row<T extends PgTable> = T["$inferSelect"];
/** Values of columns: one value, null, or one of several; for a tenant table always with the shop. */
type Key<T extends PgTable> = {
  readonly [N in keyof Row<T>]?: Row<T>[N] | readonly Row<T>[N][];
} & (Row<T> extends {
  shopId: number;
}
  ? { shopId: number }
  : unknown);

/** The condition that selects these rows. @throws on a missing value: it would select others */
export function isRow<T extends PgTable>(table: T, key: Key<T>): SQL {
  const columns = getTableColumns(table);
  const conditions = Object.entries(key).map(([name, value]) => {
    const column = columns[name];
    if (!column || value === undefined) throw new Error(`${getTableName(table)} has no ${name} to look by`);
    if (value === null) return isNull(column);
    return Array.isArray(value) ? inArray(column, value) : eq(column, value);
  });
  const all = and(...conditions);
  if (!all) throw new Error(`nothing says which row of ${getTableName(table)}`);
  return all;
}

/** Columns of one table by their names, for a select of some of them. */
export function pick<T extends PgTable, N extends keyof T["_"]["columns"] & string>(
  table: T,
  ...names: N[]
): Pick<T["_"]["columns"], N> {
  const columns = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<T["_"]["columns"], N>;
}

/** The row; if there are several, any of them. */
export async function findRow<T extends PgTable>(
  on: Queryable,
  table: T,
  key: Key<T>,
): Promise<Row<T> | null> {
  const rows = await on
    .select()
    .from(table as PgTable)
    .where(isRow(table, key));
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockRow<T extends PgTable>(
  tx: Queryable,
  table: T,
  key: Key<T>,
): Promise<Row<T> | null> {
  const rows = await tx
    .select()
    .from(table as PgTable)
    .where(isRow(table, key))
    .for("update");
  return rows[0] ?? null;
}

/** `createdAt`, `startedAt`, `finishedAt` and the like stay in that order. @returns how many rows matched */
export async function updateRows<T extends PgTable>(
  on: Queryable,
  table: T,
  key: Key<T>,
  fields: { [N in keyof Row<T>]?: Row<T>[N] | SQL },
): Promise<number> {
  const set = Object.fromEntries(
    Object.entries<unknown>(fields).map(([name, value]) => [
      name,
      (value instanceof Date && toOrderedInstant(table, name, sql`${value.toISOString()}`)) || value,
    ]),
  );
  const result = await on
    .update(table as PgTable)
    .set(set)
    .where(isRow(table, key));
  return result.count;
}

/** @returns how many rows were deleted */
export async function deleteRows<T extends PgTable>(on: Queryable, table: T, key: Key<T>): Promise<number> {
  const result = await on.delete(table as PgTable).where(isRow(table, key));
  return result.count;
}

export async function insertRow<T extends PgTable>(
  on: Queryable,
  table: T,
  row: T["$inferInsert"],
): Promise<void> {
  await on.insert(table).values(row);
}

export async function countRows<T extends PgTable>(on: Queryable, table: T, key: Key<T>): Promise<number> {
  const rows = await on
    .select({ rows: count() })
    .from(table as PgTable)
    .where(isRow(table, key));
  return rows[0]?.rows ?? 0;
}

/**
 * For work that walks a table in ranges of a key, each in a transaction of its own: the last key of the next `size`
 * rows after `after`; null = there are no more.
 */
export async function findEndOfRange<T extends PgTable, K extends number | string>(
  on: Queryable,
  table: T,
  key: PgColumn,
  of: Key<T>,
  { after, size }: { after: K; size: number },
): Promise<K | null> {
  const next = on
    .select({ key })
    .from(table as PgTable)
    .where(and(isRow(table, of), gt(key, after)))
    .orderBy(key)
    .limit(size)
    .as("next");
  const rows = await on.select({ last: sql<K | null>`max(${next.key})` }).from(next);
  return rows[0]?.last ?? null;
}
