import type postgres from "postgres";
import { createBinder } from "~/features/contracts/list/contract-lookups.server";
import { toPageStatement } from "~/features/contracts/list/contract-page-sql.server";
import { DEFAULT_SORT } from "~/features/contracts/list/contract-sort";
import { CONTRACT_RECORD_SQL } from "~/features/contracts/record/contract-record.server";

/**
 * The upper limit with this database, this driver and Node's server: the app's own statement of the first page, without
 * its total, kept prepared. @returns the text as Postgres sent it, in UTF-8
 */
export async function readPageText(
  sql: postgres.Sql<{ bigint: number }>,
  shop: { id: number; storeDomain: string },
  size: number,
): Promise<Buffer> {
  const binder = createBinder(shop.id, JSON.stringify(shop.storeDomain));
  const text = toPageStatement(
    {
      filters: {},
      sort: DEFAULT_SORT,
      paging: { mode: "page", page: 0, size },
      way: "walk",
      counted: false,
    },
    { sql: CONTRACT_RECORD_SQL, parameters: [] },
    binder,
  );
  const [row] = await sql.unsafe(text, binder.values, { prepare: true }).raw();
  const body = row?.at(-1);
  if (!body) throw new Error("an aggregate returned no row");
  return body;
}
