import { and, asc, eq, like, or } from "drizzle-orm";
import type { BundleProductRow, BundleRow } from "~/features/bundles/rules/bundle-row";
import { db, type Queryable } from "~db/client.server";
import { deleteRows, findRow, isRow, lockRow, updateRows } from "~db/rows.server";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { bundleProducts, bundles } from "~db/schema/bundles";

export const findBundle = (shopId: number, id: number): Promise<BundleRow | null> =>
  findRow(db, bundles, { shopId, id });

/** The same row, locked until the transaction ends, so that of two edits the second sees the first. */
export const lockBundle = (tx: Queryable, shopId: number, id: number): Promise<BundleRow | null> =>
  lockRow(tx, bundles, { shopId, id });

const ACTIVE = { subscriptionBundlingEnabled: true, archivedAt: null };

/** A bundle that customers can open. */
export const findActiveBundle = (shopId: number, handle: string): Promise<BundleRow | null> =>
  findRow(db, bundles, { shopId, handle, ...ACTIVE });

/** Locks the open bundles among these handles, always in the same order, so that two transactions cannot deadlock. */
export function lockActiveBundles(tx: Queryable, shopId: number, handles: string[]): Promise<BundleRow[]> {
  return tx
    .select()
    .from(bundles)
    .where(isRow(bundles, { shopId, handle: handles, ...ACTIVE }))
    .orderBy(asc(bundles.id))
    .for("update");
}

/** Products of these bundles, in each bundle's order. */
export function listBundleProducts(
  on: Queryable,
  shopId: number,
  bundleIds: number[],
): Promise<BundleProductRow[]> {
  return on
    .select()
    .from(bundleProducts)
    .where(isRow(bundleProducts, { shopId, bundleId: bundleIds }))
    .orderBy(asc(bundleProducts.bundleId), asc(bundleProducts.position), asc(bundleProducts.productId));
}

/** Handles that are equal to this one, or begin with it and a hyphen. */
export async function listHandlesLike(on: Queryable, shopId: number, handle: string): Promise<string[]> {
  const rows = await on
    .select({ handle: bundles.handle })
    .from(bundles)
    .where(
      and(eq(bundles.shopId, shopId), or(eq(bundles.handle, handle), like(bundles.handle, `${handle}-%`))),
    );
  return rows.map((row) => row.handle);
}

type NewBundle = Omit<typeof bundles.$inferInsert, keyof BundleConfiguration>;

/** A bundle with its products. @returns its id */
export async function insertBundle(
  tx: Queryable,
  row: NewBundle,
  { products, ...configuration }: BundleConfiguration,
): Promise<number> {
  const rows = await tx
    .insert(bundles)
    .values({ ...row, ...configuration })
    .returning({ id: bundles.id });
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("insert of a bundle returned no row");
  await insertProducts(tx, row.shopId, id, products);
  return id;
}

type Saved = { before: BundleConfiguration; after: BundleConfiguration };

/** Saves the next version of a locked bundle, and keeps the previous one for undo. @returns the next version */
export async function updateBundle(
  tx: Queryable,
  { shopId, id, version }: Pick<BundleRow, "shopId" | "id" | "version">,
  { before, after: { products, ...configuration } }: Saved,
  { updatedAt, updatedBy }: Pick<BundleRow, "updatedAt" | "updatedBy">,
): Promise<number> {
  const saved = { ...configuration, previous: before, version: version + 1, updatedAt, updatedBy };
  await updateRows(tx, bundles, { shopId, id }, saved);
  if (JSON.stringify(before.products) === JSON.stringify(products)) return saved.version;
  await deleteRows(tx, bundleProducts, { shopId, bundleId: id });
  await insertProducts(tx, shopId, id, products);
  return saved.version;
}

async function insertProducts(
  tx: Queryable,
  shopId: number,
  bundleId: number,
  products: BundleConfiguration["products"],
): Promise<void> {
  if (products.length === 0) return;
  await tx
    .insert(bundleProducts)
    .values(products.map((product, position) => ({ ...product, shopId, bundleId, position })));
}

/** Archives a bundle, which also closes it, or restores it. */
export async function setArchived(
  tx: Queryable,
  { shopId, id, version }: Pick<BundleRow, "shopId" | "id" | "version">,
  archivedAt: Date | null,
  { updatedAt, updatedBy }: Pick<BundleRow, "updatedAt" | "updatedBy">,
): Promise<void> {
  const closed = archivedAt && { subscriptionBundlingEnabled: false };
  const fields = { archivedAt, ...closed, version: version + 1, updatedAt, updatedBy };
  await updateRows(tx, bundles, { shopId, id }, fields);
}
