import { formatMoney } from "~/lib/format";

type Value = { valueType: "PERCENTAGE" | "FIXED_AMOUNT"; value: string };

/** "10% off", "€5.00 off". */
export const toValueText = ({ valueType, value }: Value, currencyCode: string): string =>
  valueType === "PERCENTAGE" ? `${value}% off` : `${formatMoney(value, currencyCode)} off`;

export const toCoverageText = (productIds: readonly number[] | null): string =>
  productIds === null
    ? "All products"
    : productIds.length === 1
      ? "1 product"
      : `${productIds.length} products`;

export const toUseText = ({ uses, useLimit }: { uses: number; useLimit: number | null }): string =>
  useLimit === null ? String(uses) : `${uses} of ${useLimit}`;
