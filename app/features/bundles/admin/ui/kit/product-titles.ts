import type { EditorProduct } from "~/features/bundles/configure/bundle-editor";

/** Titles by id; a variant with its product's title where the product has several. */
export const toTitles = (products: ReadonlyMap<number, EditorProduct>) => ({
  ofProduct: (id: number): string => products.get(id)?.title ?? `Product ${id}`,
  ofVariant(variantId: number): string {
    for (const { title, variants } of products.values()) {
      const variant = variants.find(({ id }) => id === variantId);
      if (variant) return variants.length > 1 ? `${title}, ${variant.title}` : title;
    }
    return `Variant ${variantId}`;
  },
});
