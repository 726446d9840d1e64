import type { PrincipalShop } from "~/access/principal";
import { isExpiredCard } from "~/features/contracts/card-expiry";
import { fitsCurrency } from "~/features/contracts/change/line-price";
import { hasFrequency } from "~/features/contracts/change/plan-change";
import type { WantedDiscount } from "~/features/contracts/change/terms";
import { currencyDecimals } from "~/lib/money";
import type { FieldError } from "~/lib/problem";
import type { NewCustomer, References } from "./new-contract.repo.server";
import { type NewContract, newContractAmounts } from "./new-contract.schema.server";

/** What the admin's form can give for a new contract besides the JSON body. */
export type MoreOfNew = {
  /** A customer to create with it; `customerId` is then ignored. */
  newCustomer?: NewCustomer;
  discount?: WantedDiscount;
};

/** An amount with more decimals than its currency has. */
export const findTooFine = (pointer: string, amount: string, currencyCode: string): FieldError[] =>
  fitsCurrency(amount, currencyCode)
    ? []
    : [
        {
          pointer,
          code: "too_many_decimals",
          detail: `Use at most ${currencyDecimals(currencyCode)} decimals for ${currencyCode}.`,
        },
      ];

/**
 * Amounts of a new contract's body with more decimals than the currency has. For bodies that are refused anyway, so
 * that one answer names everything (docs/decisions/124).
 */
export function findAmountsTooFine(sent: unknown, shop: Pick<PrincipalShop, "currencyCode">): FieldError[] {
  const { data } = newContractAmounts.safeParse(sent);
  if (!data) return [];
  const { currencyCode = shop.currencyCode, deliveryPrice, lines } = data;
  return [
    ...findTooFine("/deliveryPrice", deliveryPrice, currencyCode),
    ...lines.flatMap(({ currentPrice = "0" }, index) =>
      findTooFine(`/lines/${index}/currentPrice`, currentPrice, currencyCode),
    ),
  ];
}

/** Everything about a new contract that does not fit the shop's data, by field name. */
export function findErrors(
  shop: PrincipalShop,
  wanted: NewContract & { currencyCode: string },
  found: References,
  now: Date,
  { newCustomer, discount }: MoreOfNew,
): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (pointer: string, code: string, detail: string) => errors.push({ pointer, code, detail });
  const requireDecimals = (pointer: string, amount: string) =>
    errors.push(...findTooFine(pointer, amount, wanted.currencyCode));
  if (newCustomer && found.isEmailTaken)
    refuse("/email", "already_exists", "There is a customer with this e-mail: choose them instead.");
  if (!newCustomer && !found.customer) refuse("/customerId", "unknown", "The shop has no such customer.");
  if (!newCustomer && found.customer?.erasedAt)
    refuse("/customerId", "erased", "This customer was erased: nothing is made for them any more.");
  if (discount?.valueType === "FIXED_AMOUNT") requireDecimals("/discountValue", discount.value);
  if (wanted.nextBillingDate <= now) refuse("/nextBillingDate", "out_of_range", "Use a future date.");
  if (wanted.paymentMethodId !== undefined) {
    const { paymentMethod: method } = found;
    if (!method || newCustomer)
      refuse("/paymentMethodId", "unknown", "The customer has no such payment method.");
    else if (method.revokedAt) refuse("/paymentMethodId", "revoked", "This payment method was revoked.");
    else if (isExpiredCard(method, { now, timeZone: shop.timeZone }))
      refuse("/paymentMethodId", "expired", "This card has expired.");
  }
  requireDecimals("/deliveryPrice", wanted.deliveryPrice);
  wanted.lines.forEach(({ variantId, sellingPlanId, currentPrice }, index) => {
    const variant = found.variants.get(variantId);
    if (!variant)
      refuse(
        `/lines/${index}/variantId`,
        "unknown_variant",
        "The shop has no such variant, or has deleted it.",
      );
    const plan = sellingPlanId === undefined ? null : found.sellingPlans.get(sellingPlanId);
    if (plan === undefined)
      refuse(`/lines/${index}/sellingPlanId`, "unknown_plan", "The shop has no such selling plan.");
    if (plan && variant && plan.productIds?.includes(variant.productId) === false)
      refuse(
        `/lines/${index}/sellingPlanId`,
        "plan_of_another_product",
        "This selling plan is not for that product.",
      );
    const contract = {
      billingInterval: wanted.billingPolicyInterval,
      billingIntervalCount: wanted.billingPolicyIntervalCount,
    };
    if (plan && !hasFrequency(plan, contract))
      refuse(
        `/lines/${index}/sellingPlanId`,
        "plan_of_another_frequency",
        "This selling plan has another frequency than the contract.",
      );
    if (currentPrice !== undefined) requireDecimals(`/lines/${index}/currentPrice`, currentPrice);
    else if (wanted.currencyCode !== shop.currencyCode)
      refuse(
        `/lines/${index}/currentPrice`,
        "currency_mismatch",
        `The variant's price is in ${shop.currencyCode}: say this one.`,
      );
  });
  return errors;
}
