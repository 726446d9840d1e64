/** A choice of the product picker: a product, or one of its variants. `parameter` is the filter it sets. */
export type CatalogueOption = {
  parameter: "productId" | "variantId";
  id: number;
  label: string;
  product: string;
  image: string | null;
  /** Price of the variant, or of the product's first one; a decimal string in the shop's currency. */
  price: string | null;
  isDeleted: boolean;
};
