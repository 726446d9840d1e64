import type { PortalContext } from "~/features/customer-pages/portal-context";
import type { DiscountValue } from "~/features/discounts/discount-text";

/** For customers, in their language: "20% off", "$5.00 off". */
export const writeDiscount = (
  { valueType, value }: DiscountValue,
  currencyCode: string,
  { texts, format }: Pick<PortalContext, "texts" | "format">,
): string =>
  valueType === "PERCENTAGE"
    ? texts.discount.percentOff(format.percent(value))
    : texts.discount.amountOff(format.money(value, currencyCode));
