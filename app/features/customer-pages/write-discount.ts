import type { DiscountValue } from "~/features/discounts/discount-text";
import type { PortalContext } from "./portal-context";

/** For customers, in their language: "20% off", "$5.00 off". */
export const writeDiscount = (
  { valueType, value }: DiscountValue,
  currencyCode: string,
  { texts, format }: Pick<PortalContext, "texts" | "format">,
): string =>
  valueType === "PERCENTAGE"
    ? texts.discount.percentOff(format.percent(value))
    : texts.discount.amountOff(format.money(value, currencyCode));

/** What a discount is limited to. `orders`: how many get it; null for all. */
type DiscountLimits = { orders: number | null; isOnSelected: boolean };

/**
 * For beside a discount: "For 3 orders · On selected products". Empty without limits. Notes of their own, since what is
 * promised without them is more than is given.
 */
export const writeLimits = (
  { orders, isOnSelected }: DiscountLimits,
  { texts, format }: Pick<PortalContext, "texts" | "format">,
): string =>
  [
    orders === null ? "" : texts.discount.forOrders(orders, format.number(orders)),
    isOnSelected ? texts.discount.onSelected : "",
  ]
    .filter(Boolean)
    .join(" · ");

/** The limits of a code or of a programme's discount for friends. */
export const toLimits = (code: {
  cycleLimit: number | null;
  productIds: number[] | null;
}): DiscountLimits => ({
  orders: code.cycleLimit,
  isOnSelected: code.productIds !== null,
});
