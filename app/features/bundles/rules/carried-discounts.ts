import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { hasBoxTiers } from "./bundle-price";

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
 * The bundle with those of its own discounts that take effect where its boxes are sent. The platform's cart knows
 * prices, selling plans and discount codes, but no bundles: a discount without a code would be promised but not given.
 * At an address of the merchant's own, or when the box is not sent anywhere, all discounts apply.
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
