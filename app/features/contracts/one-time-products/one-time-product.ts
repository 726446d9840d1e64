import { z } from "zod";
import { type AmountDiscount, isDiscountUsedUp } from "~/features/contracts/amounts";
import { MAX_PRICE, MAX_QUANTITY } from "~/lib/limits";
import { percentageOf, roundMoney, subtractMoney } from "~/lib/money";

/** Source: spec.md "One-time product record". */
export const VARIANT_HANDLE_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const id = (description: string) => z.int().meta({ format: "int64", minimum: 1, description });

/** One-time product record of spec.md. */
export const oneTimeProduct = z
  .object({
    id: id("Id of the record."),
    shop: z.string().meta({ description: "Store domain." }),
    subscriptionContractId: id("The contract."),
    billingAttemptId: id("The upcoming order that the product is added to."),
    variantId: id("The variant."),
    variantHandle: z.string(),
    quantity: z.int().meta({ format: "int32", minimum: 1, maximum: MAX_QUANTITY }),
    price: z.number().meta({
      format: "double",
      minimum: 0,
      maximum: Number(MAX_PRICE),
      description: "Price of one unit at the time it was added.",
    }),
  })
  .meta({ id: "OneTimeProduct" });

export type OneTimeProduct = z.output<typeof oneTimeProduct>;

export const ONE_TIME_PRODUCT_EXAMPLE: OneTimeProduct = {
  id: 41,
  shop: "example.mystore.example",
  subscriptionContractId: 10_000_000_012,
  billingAttemptId: 7042,
  variantId: 42_000_000_007,
  variantHandle: "paper-filters-no-4",
  quantity: 2,
  price: 4.45,
};

/**
 * Unit price for the contract's customer: the variant's price less the percentages that cover all of the contract's
 * lines, one after the other, rounded to the currency after each (wire.md §2 "4 one-time product").
 */
export function toOneTimePrice(
  variantPrice: string,
  { lines, discounts }: { lines: readonly { id: string }[]; discounts: readonly AmountDiscount[] },
  currencyCode: string,
): string {
  const counting = discounts.filter(
    (discount) =>
      discount.valueType === "PERCENTAGE" &&
      !isDiscountUsedUp(discount) &&
      lines.every(({ id: lineId }) => discount.lineIds?.includes(lineId) ?? true),
  );
  return counting.reduce(
    (price, { value }) => subtractMoney(price, roundMoney(percentageOf(price, value), currencyCode)),
    roundMoney(variantPrice, currencyCode),
  );
}

/** Whether the contract can have one-time products at all: their prices are in the shop's currency. */
export const takesOneTimeProducts = (
  contract: { status: string; currencyCode: string },
  shop: { currencyCode: string },
): boolean => contract.status === "ACTIVE" && contract.currencyCode === shop.currencyCode;

/**
 * A product's handle in the form the record allows: platforms also have handles in other scripts and with underscores.
 */
export function toVariantHandle(handle: string, variantId: number): string {
  const plain = handle
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return plain || `variant-${variantId}`;
}
