import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { countRows, deleteRows, insertRow, updateRows } from "~db/rows.server";
import type { SavedViewList } from "~db/schema/saved-view-lists";
import { savedViews } from "~db/schema/shops";
import { statement } from "~db/statement.server";

/** Staff member and list. Views are personal: every statement names the member besides the shop. */
export type ViewOwner = { shopId: number; staffId: number; list: SavedViewList };

const selectSavedViews = statement<ViewOwner>()((on, value) =>
  on
    .select({ id: savedViews.id, name: savedViews.name, search: savedViews.search })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.shopId, value("shopId")),
        eq(savedViews.staffId, value("staffId")),
        eq(savedViews.list, value("list")),
      ),
    )
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id)),
);

/** A member's views of a list, by name. @field search the list's query string, without "?" */
export const listSavedViews = (owner: ViewOwner) => selectSavedViews(db, owner);

/**
 * How many views of the list the member has; locked until the transaction ends, so that concurrent saves are counted
 * one by one.
 */
export async function countSavedViewsLocked(tx: Queryable, owner: ViewOwner): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`saved-views ${owner.staffId}`}, ${owner.shopId}::bigint))`,
  );
  return countRows(tx, savedViews, owner);
}

export const insertSavedView = (on: Queryable, row: typeof savedViews.$inferInsert) =>
  insertRow(on, savedViews, row);

/** @returns whether the member has such a view of the list. */
export const renameSavedView = async (owner: ViewOwner, id: number, name: string): Promise<boolean> =>
  (await updateRows(db, savedViews, { ...owner, id }, { name })) > 0;

/** @returns whether the member had such a view of the list. */
export const deleteSavedView = async (owner: ViewOwner, id: number): Promise<boolean> =>
  (await deleteRows(db, savedViews, { ...owner, id })) > 0;
