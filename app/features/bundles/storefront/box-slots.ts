import type { BundleConfiguration } from "~db/schema/bundle-configuration";

/** What the catalogue knows today of the products and variants a bundle names. */
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

/** One thing a customer may take. `variantTitle` null where a product has nothing to tell apart. */
export type BoxOption = {
  variantId: number;
  title: string;
  variantTitle: string | null;
  price: string;
  image: string | null;
  available: boolean;
};

/** A product of the bundle with all that may be taken in its place; the first option is its own. */
export type BoxSlot = { productId: number; quantity: number; options: BoxOption[] };

/** Titles that platforms give to a product's only variant. */
const NO_TITLE = /^default( title)?$/i;

/** The places of a box, in the merchant's order. What the shop has deleted is not on offer, nor a place whose own product it was. */
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
