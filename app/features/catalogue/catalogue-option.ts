/** A choice of the product picker: a product, or one of its variants. `parameter` is the filter it sets. */
export type CatalogueOption = {
  parameter: "productId" | "variantId";
  id: number;
  label: string;
  product: string;
  isDeleted: boolean;
};
