import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import type { bundleProducts, bundles } from "~db/schema/bundles";

export type BundleRow = typeof bundles.$inferSelect;
export type BundleProductRow = typeof bundleProducts.$inferSelect;

/** "12.50" → "12.5": without the zeros that a column's scale adds. */
const trimDecimal = (decimal: string): string =>
  decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;

/** What stands in the tables as its merchant sets it. `products` in order. */
export function toConfiguration(row: BundleRow, products: readonly BundleProductRow[]): BundleConfiguration {
  const {
    shopId: _shopId,
    id: _id,
    handle: _handle,
    uniqueRef: _uniqueRef,
    previous: _previous,
    version: _version,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    updatedBy: _updatedBy,
    archivedAt: _archivedAt,
    ...configuration
  } = row;
  return {
    ...configuration,
    discount: trimDecimal(row.discount),
    minOrderAmount: row.minOrderAmount === null ? null : trimDecimal(row.minOrderAmount),
    products: products.map(({ productId, variantId, quantity, subProductIds, subVariantIds }) => ({
      productId,
      variantId,
      quantity,
      subProductIds,
      subVariantIds,
    })),
  };
}

/** Rows of a jsonb column come back with their keys in another order than they went in: not a change. */
export const toComparable = (bundle: BundleConfiguration): BundleConfiguration =>
  sortKeys(bundle) as BundleConfiguration;

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner)]));
}
