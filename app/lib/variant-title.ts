/** The platform's variant title for products with only one variant. */
const ONLY_VARIANT = "Default Title";

/** A variant's title; null where the product's says it all. */
export const toVariantTitle = (variantTitle: string | null): string | null =>
  variantTitle === ONLY_VARIANT ? null : variantTitle;

/** Product and variant in one. */
export function toProductName({
  title,
  variantTitle,
}: {
  title: string;
  variantTitle: string | null;
}): string {
  const variant = toVariantTitle(variantTitle);
  return variant === null ? title : `${title}, ${variant}`;
}
