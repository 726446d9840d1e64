import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Columns with the instants of a row's life, in order. */
const LIFE: readonly string[] = ["createdAt", "stagedAt", "plannedAt", "startedAt", "finishedAt"];

/**
 * SQL of such an instant as it is set: never earlier than those before it. Each process continues from the database's clock
 * by its own (decision 103), so that a row's worker may be a moment behind the process that made the row.
 *
 * @param value of the column, not null
 * @returns null for any other column
 */
export function toOrderedInstant(table: PgTable, name: string, value: SQLWrapper): SQL | null {
  const columns = getTableColumns(table);
  const place = LIFE.indexOf(name);
  const before = LIFE.slice(0, Math.max(place, 0)).flatMap((each) => columns[each] ?? []);
  if (before.length === 0) return null;
  return sql`greatest(${value}::timestamptz, ${sql.join(before, sql`, `)})`;
}
