import { and, asc, count, eq, sql } from "drizzle-orm";
import { db, type Queryable } from "~db/client.server";
import { savedViews } from "~db/schema/shops";
import { statement } from "~db/statement.server";

/** Views are a staff member's own: every statement names the member beside the shop. */
const ofStaff = (shopId: number, staffId: number) =>
  and(eq(savedViews.shopId, shopId), eq(savedViews.staffId, staffId));

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
  const rows = await tx.select({ count: count() }).from(savedViews).where(ofStaff(shopId, staffId));
  return rows[0]?.count ?? 0;
}

export async function insertSavedView(on: Queryable, row: typeof savedViews.$inferInsert): Promise<void> {
  await on.insert(savedViews).values(row);
}

/** @returns whether the member has such a view. */
export async function renameSavedView(
  shopId: number,
  staffId: number,
  viewId: number,
  name: string,
): Promise<boolean> {
  const rows = await db
    .update(savedViews)
    .set({ name })
    .where(and(ofStaff(shopId, staffId), eq(savedViews.id, viewId)))
    .returning({ id: savedViews.id });
  return rows.length > 0;
}

/** @returns whether the member had such a view. */
export async function deleteSavedView(shopId: number, staffId: number, viewId: number): Promise<boolean> {
  const rows = await db
    .delete(savedViews)
    .where(and(ofStaff(shopId, staffId), eq(savedViews.id, viewId)))
    .returning({ id: savedViews.id });
  return rows.length > 0;
}
