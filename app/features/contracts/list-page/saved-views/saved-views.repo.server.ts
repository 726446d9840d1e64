import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { countRows, deleteRows, insertRow, updateRows } from "~db/rows.server";
import { savedViews } from "~db/schema/shops";
import { statement } from "~db/statement.server";

/** Views are a staff member's own: every statement names the member beside the shop. */
const selectSavedViews = statement<{ shopId: number; staffId: number }>()((on, value) =>
  on
    .select({ id: savedViews.id, name: savedViews.name, search: savedViews.search })
    .from(savedViews)
    .where(and(eq(savedViews.shopId, value("shopId")), eq(savedViews.staffId, value("staffId"))))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id)),
);

export const listSavedViews = (shopId: number, staffId: number) => selectSavedViews(db, { shopId, staffId });

/** How many the member has; held until the transaction ends, so that saves at the same time are counted one by one. */
export async function countSavedViewsLocked(tx: Queryable, shopId: number, staffId: number): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`saved-views ${staffId}`}, ${shopId}::bigint))`,
  );
  return countRows(tx, savedViews, { shopId, staffId });
}

export const insertSavedView = (on: Queryable, row: typeof savedViews.$inferInsert) =>
  insertRow(on, savedViews, row);

/** @returns whether the member has such a view. */
export const renameSavedView = async (
  shopId: number,
  staffId: number,
  id: number,
  name: string,
): Promise<boolean> => (await updateRows(db, savedViews, { shopId, staffId, id }, { name })) > 0;

/** @returns whether the member had such a view. */
export const deleteSavedView = async (shopId: number, staffId: number, id: number): Promise<boolean> =>
  (await deleteRows(db, savedViews, { shopId, staffId, id })) > 0;
