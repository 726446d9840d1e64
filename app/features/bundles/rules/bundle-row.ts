import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import type { bundleProducts, bundles } from "~db/schema/bundles";

export type BundleRow = typeof bundles.$inferSelect;
export type BundleProductRow = typeof bundleProducts.$inferSelect;

/** "12.50" → "12.5": removes the zeros of the column's scale. */
const trimDecimal = (decimal: string): string =>
  decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;

/** The configuration that the rows hold. `products` must be in order. */
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

/** In a form that can be compared: jsonb returns objects with their keys in another order, which is not a change. */
export const toComparable = (bundle: BundleConfiguration): BundleConfiguration =>
  sortKeys(bundle) as BundleConfiguration;

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner)]));
}
