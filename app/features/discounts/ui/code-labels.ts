export const toCoverageText = (productIds: readonly number[] | null): string =>
  productIds === null
    ? "All products"
    : productIds.length === 1
      ? "1 product"
      : `${productIds.length} products`;

export const toUseText = ({ uses, useLimit }: { uses: number; useLimit: number | null }): string =>
  useLimit === null ? String(uses) : `${uses} of ${useLimit}`;
