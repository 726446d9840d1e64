import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "~db/client.server";
import { findEndOfRange } from "~db/rows.server";
import { importContractRows, importCustomers, importProducts } from "~db/schema/imports";

export type StagingTable = typeof importProducts | typeof importCustomers | typeof importContractRows;

type OfImport = { shopId: number; importId: number };
/**
 * Part of an import's staging: keys greater than `after` up to `upto`, so that all rows of an object are in one range.
 */
type StagedRange<K> = OfImport & { after: K; upto: K };
export type IdRange = StagedRange<number>;
export type HandleRange = StagedRange<string>;

/**
 * A staging table: reads it in ranges of its objects' keys, finds duplicates, empties it.
 *
 * @param start less than any key
 * @param good the condition for rows `s` that count
 */
function stagedBy<K extends number | string>(
  table: StagingTable,
  column: PgColumn,
  start: K,
  good = sql`true`,
) {
  const rows = sql.identifier(getTableName(table));
  const key = sql.identifier(column.name);
  const type = sql.raw(typeof start === "number" ? "bigint" : "text");
  /** Condition on rows `s`. */
  const inRange = ({ shopId, importId, after, upto }: StagedRange<K>): SQL => sql`
    s.shop_id = ${shopId}::bigint and s.import_id = ${importId}::bigint
    and s.${key} > ${after}::${type} and s.${key} <= ${upto}::${type}`;
  /** The next `size` rows after `after`; null = there are no more. */
  async function findRange(
    tx: Queryable,
    of: OfImport,
    { after = start, size }: { after?: K; size: number },
  ): Promise<StagedRange<K> | null> {
    const upto = await findEndOfRange(tx, table, column, of, { after, size });
    return upto === null ? null : { ...of, after, upto };
  }
  /** @returns how many rows the range had */
  const deleteRange = async (tx: Queryable, range: StagedRange<K>): Promise<number> =>
    (await tx.execute(sql`delete from ${rows} s where ${inRange(range)}`)).count;
  return {
    inRange,
    findRange,
    deleteRange,
    /** Deletes the first ranges of the table. @returns whether there was one */
    async deleteSome(tx: Queryable, of: OfImport, size: number): Promise<boolean> {
      const range = await findRange(tx, of, { size });
      if (range) await deleteRange(tx, range);
      return range !== null;
    },
    /** Objects that the file contains again further down. */
    async listRepeated(tx: Queryable, range: StagedRange<K>) {
      const found = await tx.execute<{ id: K; line: number }>(sql`
        select id, line from (
          select s.${key} as id, s.line, lead(s.line) over (partition by s.${key} order by s.line) as next
          from ${rows} s where ${inRange(range)} and ${good}) named
        where next is not null order by line`);
      return [...found];
    },
  };
}

export const stagedProducts = stagedBy<number>(
  importProducts,
  importProducts.productId,
  0,
  sql`not s.is_bad`,
);
export const stagedCustomers = stagedBy<number>(importCustomers, importCustomers.customerId, 0);
export const stagedContracts = stagedBy<string>(importContractRows, importContractRows.handle, "");
