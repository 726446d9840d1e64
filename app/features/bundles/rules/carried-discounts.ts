import { hasBoxTiers } from "~/features/bundles/rules/bundle-price";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";

type Rules = Pick<
  BundleConfiguration,
  | "bundleRedirect"
  | "buildABoxType"
  | "productDiscountType"
  | "discount"
  | "discountCode"
  | "tieredDiscount"
  | "discountedVariants"
>;

export const leadsToCart = ({ bundleRedirect }: Pick<BundleConfiguration, "bundleRedirect">): boolean =>
  bundleRedirect === "CART" || bundleRedirect === "CHECKOUT";

/**
 * The bundle with those of its own discounts that reach where its boxes go on. The platform's cart knows prices, selling
 * plans and discount codes, nothing of bundles: it takes off what a code takes off, so what has none is not promised.
 * Elsewhere (an address of the merchant's own, or nowhere) all of them hold.
 */
export function toCarried<B extends Rules>(bundle: B): B {
  if (!leadsToCart(bundle)) return bundle;
  const hasCode = bundle.discountCode !== null;
  return {
    ...bundle,
    discount: hasCode ? bundle.discount : "0",
    tieredDiscount: hasBoxTiers(bundle)
      ? bundle.tieredDiscount.filter(({ code }) => code !== undefined)
      : hasCode
        ? bundle.tieredDiscount
        : [],
    discountedVariants: hasCode ? bundle.discountedVariants : [],
  };
}
