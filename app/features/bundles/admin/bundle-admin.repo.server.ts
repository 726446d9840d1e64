import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { BundleTab } from "~/features/bundles/configure/bundle-editor";
import { db } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import { countRows } from "~db/rows.server";
import { bundleProducts, bundles } from "~db/schema/bundles";
import { sellingPlanGroups } from "~db/schema/catalogue";

/** A page of the list, last changed first. Returns one row more than `size` when there is a next page. */
export function listBundles(
  shopId: number,
  { tab, search, page, size }: { tab: BundleTab; search: string; page: number; size: number },
) {
  const pattern = toContainsPattern(search.toLowerCase());
  return db
    .select({
      id: bundles.id,
      name: bundles.name,
      handle: bundles.handle,
      type: bundles.buildABoxType,
      isActive: bundles.subscriptionBundlingEnabled,
      frequencies: bundles.frequencies,
      archivedAt: bundles.archivedAt,
      updatedAt: bundles.updatedAt,
      updatedBy: bundles.updatedBy,
      productCount: sql<number>`(select count(*)::int from ${bundleProducts} bp
        where bp.shop_id = ${shopId} and bp.bundle_id = ${bundles.id})`,
    })
    .from(bundles)
    .where(
      and(
        eq(bundles.shopId, shopId),
        tab === "archived" ? isNotNull(bundles.archivedAt) : isNull(bundles.archivedAt),
        tab === "active" ? eq(bundles.subscriptionBundlingEnabled, true) : undefined,
        tab === "inactive" ? eq(bundles.subscriptionBundlingEnabled, false) : undefined,
        search === ""
          ? undefined
          : or(sql`lower(${bundles.name}) like ${pattern}`, sql`${bundles.handle} like ${pattern}`),
      ),
    )
    .orderBy(desc(bundles.updatedAt), desc(bundles.id))
    .limit(size + 1)
    .offset(page * size);
}

export const countBundles = (shopId: number): Promise<number> => countRows(db, bundles, { shopId });

/** The first groups by name. @param groupId the first of all, so that a form shows what it has */
export function listSellingPlanGroups(shopId: number, limit: number, groupId: number | null) {
  return db
    .select({ id: sellingPlanGroups.id, name: sellingPlanGroups.name })
    .from(sellingPlanGroups)
    .where(eq(sellingPlanGroups.shopId, shopId))
    .orderBy(
      sql`${sellingPlanGroups.id} is distinct from ${groupId}::bigint`,
      asc(sellingPlanGroups.name),
      asc(sellingPlanGroups.id),
    )
    .limit(limit);
}
