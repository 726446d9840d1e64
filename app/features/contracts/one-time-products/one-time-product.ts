import { z } from "zod";
import { type AmountDiscount, isDiscountUsedUp } from "~/features/contracts/amounts";
import { MAX_PRICE, MAX_QUANTITY } from "~/lib/limits";
import { compareMoney, percentageOf, roundMoney, subtractMoney } from "~/lib/money";
import type { AttemptStatus } from "~db/schema/attempt-enums";
import type { OrderDiscount } from "~db/schema/orders";

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
 *
 * @param ordersBefore how many planned orders have a limited discount before the one with the product
 * @returns the price, and the discounts that reduced it
 */
export function toOneTimePrice(
  variantPrice: string,
  {
    lines,
    discounts,
  }: { lines: readonly { id: string }[]; discounts: readonly (AmountDiscount & OrderDiscount)[] },
  currencyCode: string,
  ordersBefore: number,
): { price: string; discounts: OrderDiscount[] } {
  let price = roundMoney(variantPrice, currencyCode);
  const reducing: OrderDiscount[] = [];
  for (const { id, title, code, ...discount } of discounts) {
    const counts =
      discount.valueType === "PERCENTAGE" &&
      !isDiscountUsedUp({ ...discount, usageCount: discount.usageCount + ordersBefore }) &&
      lines.every(({ id: lineId }) => discount.lineIds?.includes(lineId) ?? true);
    const amount = counts ? roundMoney(percentageOf(price, discount.value), currencyCode) : "0";
    if (compareMoney(amount, "0") === 0) continue;
    price = subtractMoney(price, amount);
    reducing.push({ id, title, code });
  }
  return { price, discounts: reducing };
}

/** How many planned orders of the contract come before this one. @param attempts the contract's */
export function countOrdersBefore(
  attempts: readonly { id: number; status: AttemptStatus; billingDate: Date }[],
  attemptId: number,
): number {
  const order = attempts.find(({ id }) => id === attemptId);
  if (!order) return 0;
  return attempts.filter(
    ({ id, status, billingDate }) =>
      status === "QUEUED" &&
      (billingDate < order.billingDate || (+billingDate === +order.billingDate && id < order.id)),
  ).length;
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
