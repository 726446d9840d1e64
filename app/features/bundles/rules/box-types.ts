import type { BoxType, BundleConfiguration } from "~db/schema/bundle-configuration";

/** Parts of a bundle that only some box types use. A part that the type does not use is neither shown nor counted. */
type Part =
  | "selectionType"
  | "discount"
  | "tieredDiscount"
  | "productDiscountType"
  | "sizes"
  | "sections"
  | "buy"
  | "get";

type BoxTypeInfo = {
  label: string;
  /** What customers do and get, in one sentence. */
  sentence: string;
  uses: readonly Part[];
  /** Whether customers fill the box, or take it as it is. */
  selection: BundleConfiguration["selectionType"];
};

export const BOX_TYPE_INFO: Record<BoxType, BoxTypeInfo> = {
  CLASSIC_BUILD_A_BOX: {
    label: "Build a box",
    sentence: "Customers fill a box from your products, within limits you set.",
    uses: ["discount", "tieredDiscount"],
    selection: "FLEXIBLE",
  },
  MIX_AND_MATCH: {
    label: "Mix and match",
    sentence: "Any mix of your products counts together: the more items, the larger the discount.",
    uses: ["discount", "tieredDiscount"],
    selection: "FLEXIBLE",
  },
  CLASSIC: {
    label: "Ready-made box",
    sentence: "You pick products and quantities, customers take the box as it is.",
    uses: ["selectionType", "discount"],
    selection: "FIXED",
  },
  CUSTOMIZE_BUNDLE: {
    label: "Ready-made with swaps",
    sentence: "You fill the box, and customers may swap each product for those you allow.",
    uses: ["discount"],
    selection: "FIXED",
  },
  SECTIONED_BUNDLE: {
    label: "Step by step",
    sentence: "Customers choose from each section in turn, such as two coffees and a mug.",
    uses: ["discount", "tieredDiscount", "sections"],
    selection: "FLEXIBLE",
  },
  INFINITE: {
    label: "Endless box",
    sentence: "No upper limit: customers add as much as they like.",
    uses: ["discount", "tieredDiscount"],
    selection: "FLEXIBLE",
  },
  SINGLE_PRODUCT: {
    label: "Packs of one product",
    sentence: "One product, sold in the pack sizes you offer.",
    uses: ["discount", "tieredDiscount", "sizes"],
    selection: "FLEXIBLE",
  },
  SINGLE_PRODUCT_BUILD_A_BOX: {
    label: "Mix variants of one product",
    sentence: "Customers fill a pack of a set size with variants of one product.",
    uses: ["discount", "tieredDiscount", "sizes"],
    selection: "FLEXIBLE",
  },
  VOLUME_DISCOUNT: {
    label: "Volume discount",
    sentence: "The more of the same product, the less each one costs.",
    uses: ["discount", "tieredDiscount", "productDiscountType"],
    selection: "FLEXIBLE",
  },
  DISCOUNTED_PRICING: {
    label: "Special prices",
    sentence: "Chosen products have a discount of their own in this box.",
    uses: ["selectionType", "get"],
    selection: "FLEXIBLE",
  },
  SHIPPING_DISCOUNT: {
    label: "Cheaper delivery",
    sentence: "Products keep their price, and delivery gets cheaper as the box grows.",
    uses: ["selectionType", "discount", "tieredDiscount"],
    selection: "FLEXIBLE",
  },
  BUY_X_GET_Y: {
    label: "Buy X, get Y",
    sentence: "Whoever buys some of one product gets another cheaper or free.",
    uses: ["selectionType", "buy", "get"],
    selection: "FLEXIBLE",
  },
};

export const usesPart = (type: BoxType, part: Part): boolean => BOX_TYPE_INFO[type].uses.includes(part);
