import type { DiscountValueType } from "~db/schema/contract-enums";

/** What a discount takes off; `value` is a decimal string. */
export type DiscountValue = { valueType: DiscountValueType; value: string };

/** For staff: "10% off", "€5.00 off". @param money formats an amount in the discount's currency */
export const toDiscountText = (
  { valueType, value }: DiscountValue,
  money: (amount: string) => string,
): string => (valueType === "PERCENTAGE" ? `${Number(value)}% off` : `${money(value)} off`);
