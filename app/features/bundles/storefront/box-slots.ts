import type { BundleConfiguration } from "~db/schema/bundle-configuration";

/** What the catalogue currently says of the products and variants of a bundle. */
export type BundleCatalogue = {
  products: ReadonlyMap<number, { title: string; image: string | null; isDeleted: boolean }>;
  variants: ReadonlyMap<number, CatalogueVariant>;
};
type CatalogueVariant = {
  id: number;
  productId: number;
  title: string;
  price: string;
  available: boolean;
  image: string | null;
  isDeleted: boolean;
};

/** One thing a customer may choose. `variantTitle` is null where a product has only one variant. */
export type BoxOption = {
  variantId: number;
  title: string;
  variantTitle: string | null;
  price: string;
  image: string | null;
  available: boolean;
};

/** A product of the bundle with everything that may replace it; the first option is the product itself. */
export type BoxSlot = { productId: number; quantity: number; options: BoxOption[] };

/** Titles that platforms give to the only variant of a product. */
const NO_TITLE = /^default( title)?$/i;

/**
 * The slots of a box, in the merchant's order. Deleted variants are not offered; a slot is left out when its own
 * product is deleted.
 */
export function toBoxSlots(bundle: BundleConfiguration, catalogue: BundleCatalogue): BoxSlot[] {
  const idsByProduct = new Map<number, number[]>();
  for (const { id, productId } of catalogue.variants.values())
    idsByProduct.set(productId, [...(idsByProduct.get(productId) ?? []), id]);
  return bundle.products.flatMap(({ productId, variantId, quantity, subProductIds, subVariantIds }) => {
    const own = toOption(variantId, catalogue);
    if (!own) return [];
    const others = [...subVariantIds, ...subProductIds.flatMap((id) => idsByProduct.get(id) ?? [])];
    const ids = [...new Set(others)].filter((id) => id !== variantId);
    return [{ productId, quantity, options: [own, ...ids.flatMap((id) => toOption(id, catalogue) ?? [])] }];
  });
}

function toOption(variantId: number, { products, variants }: BundleCatalogue): BoxOption | null {
  const variant = variants.get(variantId);
  const product = variant && products.get(variant.productId);
  if (!variant || !product || variant.isDeleted || product.isDeleted) return null;
  const { title, price, available, image } = variant;
  return {
    variantId,
    title: product.title,
    variantTitle: NO_TITLE.test(title) ? null : title,
    price,
    image: image ?? product.image,
    available,
  };
}
