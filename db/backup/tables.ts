import type postgres from "postgres";

/** A table and the columns that COPY can write: those that are not generated. */
export type Table = { schema: string; name: string; columns: string[] };
export type Sequence = { schema: string; name: string; last: string };

type Row = Table & { oid: number; references: number[] };

/** Our schemas: the app's, and the job queue's. */
const SCHEMAS = ["public", "graphile_worker"];

/** Every table of the app and of the job queue, referenced ones first, so that they can be filled one by one. */
export async function listTables(sql: postgres.ISql): Promise<Table[]> {
  const rows = await sql<Row[]>`
    select c.oid::int as oid, n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attname) as columns,
      array(select distinct f.confrelid::int from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any(${SCHEMAS}) order by 2, 3`;
  return orderByReferences(rows).map(({ schema, name, columns }) => ({ schema, name, columns }));
}

function orderByReferences(rows: readonly Row[]): Row[] {
  const order = new Map<number, Row>();
  while (order.size < rows.length) {
    const free = rows.filter((row) => !order.has(row.oid) && row.references.every((oid) => order.has(oid)));
    if (free.length === 0)
      throw new Error("Tables refer to each other in a circle: none can be filled first.");
    for (const row of free) order.set(row.oid, row);
  }
  return [...order.values()];
}

/** The last value of each sequence; unused ones are omitted. */
export const listSequences = (sql: postgres.ISql): Promise<Sequence[]> =>
  sql<Sequence[]>`
    select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
    where schemaname = any(${SCHEMAS}) and last_value is not null order by 1, 2`;
