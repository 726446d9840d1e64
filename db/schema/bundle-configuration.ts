import type { Interval } from "./intervals";

/** The enums of the bundling configuration record, as the specification lists them. */
export const BOX_TYPES = [
  "CLASSIC",
  "SINGLE_PRODUCT",
  "MIX_AND_MATCH",
  "INFINITE",
  "CUSTOMIZE_BUNDLE",
  "CLASSIC_BUILD_A_BOX",
  "SINGLE_PRODUCT_BUILD_A_BOX",
  "VOLUME_DISCOUNT",
  "DISCOUNTED_PRICING",
  "SHIPPING_DISCOUNT",
  "BUY_X_GET_Y",
  "SECTIONED_BUNDLE",
] as const;
export type BoxType = (typeof BOX_TYPES)[number];

export const BUNDLE_REDIRECTS = ["CART", "CHECKOUT", "CUSTOM", "NONE"] as const;
export const PRODUCT_VIEW_STYLES = ["QUICK_ADD", "VIEW_DETAILS"] as const;
export const SELECTION_TYPES = ["FIXED", "FLEXIBLE"] as const;
export const APPLIES_ON = ["PRODUCT", "COLLECTION", "BOTH", "ONE_TIME", "SUBSCRIPTION"] as const;
export const PRODUCT_DISCOUNT_TYPES = ["SELECTED_PRODUCT", "EACH_PRODUCT"] as const;
export const PRODUCT_SELECTION_TYPES = ["PRODUCT", "COLLECTION"] as const;

/**
 * From `quantity` items on, `discount` percent off. `code`: the platform's discount code that applies it in the cart.
 */
export type Tier = { quantity: number; discount: string; code?: string };
/** Part of a box with rules of its own; `maxProducts` null: no upper limit. */
type Section = {
  title: string;
  minProducts: number;
  maxProducts: number | null;
  productIds: number[];
};
/** A heading for products. `collectionId`: the platform's, where it is known. */
type Collection = { title: string; collectionId: number | null; productIds: number[] };
/** What must be bought (buy X). */
type VariantQuantity = { variantId: number; quantity: number };
/** What then costs less: `quantity` pieces each time, each `discount` percent off (get Y). */
type DiscountedVariant = VariantQuantity & { discount: string };
/** The box sizes on offer; none: any number between minimum and maximum. */
type SingleProductSettings = { quantities: number[] };
/** How often the box comes, and what a subscription saves. */
type Frequency = {
  interval: Interval;
  intervalCount: number;
  name: string;
  discount: string;
  sellingPlanId: number | null;
};

/** A product of a bundle: its default variant and quantity, and what customers may choose instead. */
type BundleProduct = {
  productId: number;
  variantId: number;
  quantity: number;
  subProductIds: number[];
  subVariantIds: number[];
};

/**
 * A bundle as its merchant sets it: the fields of the bundling configuration record (spec "Bundling configuration
 * record") under its names, with structures where the record has strings of JSON. Percentages and amounts are decimal
 * strings; amounts are in the shop's currency.
 */
export type BundleConfiguration = {
  name: string;
  description: string;
  subscriptionBundlingEnabled: boolean;
  buildABoxType: BoxType;
  selectionType: (typeof SELECTION_TYPES)[number];
  appliesOn: (typeof APPLIES_ON)[number];
  productDiscountType: (typeof PRODUCT_DISCOUNT_TYPES)[number];
  productSelectionType: (typeof PRODUCT_SELECTION_TYPES)[number];
  productViewStyle: (typeof PRODUCT_VIEW_STYLES)[number];
  minProductCount: number | null;
  maxProductCount: number | null;
  minUniqueProductCheck: boolean;
  discount: string;
  /** The platform's discount code that applies the bundle's own discount in the cart; each tier has its own. */
  discountCode: string | null;
  minOrderAmount: string | null;
  tieredDiscount: Tier[];
  singleProductSettings: SingleProductSettings;
  sections: Section[];
  collectionData: Collection[];
  variants: VariantQuantity[];
  discountedVariants: DiscountedVariant[];
  frequencies: Frequency[];
  allowOneTimePurchase: boolean;
  /** The selling-plan group that the box is sold under. */
  subscriptionId: number | null;
  sellingPlanIds: number[];
  groupName: string | null;
  trackInventory: boolean;
  thirdPartyRule: boolean;
  bundleRedirect: (typeof BUNDLE_REDIRECTS)[number];
  customRedirectURL: string | null;
  bundleTopHtml: string;
  bundleBottomHtml: string;
  proceedToCheckoutButtonText: string | null;
  chooseProductsText: string | null;
  products: BundleProduct[];
};
