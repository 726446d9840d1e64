import type { BundleConfiguration } from "~db/schema/bundle-configuration";

/** What the editor calls each field, for the summary of a refused save and for a conflict. */
export const FIELD_LABELS: Record<keyof BundleConfiguration, string> = {
  name: "Name",
  description: "Description",
  subscriptionBundlingEnabled: "Open for customers",
  buildABoxType: "Kind of box",
  selectionType: "Customers",
  appliesOn: "Applies to",
  productDiscountType: "Tiers count",
  productSelectionType: "Show products",
  productViewStyle: "Layout",
  minProductCount: "At least",
  maxProductCount: "At most",
  minUniqueProductCheck: "Count different products",
  discount: "Discount",
  discountCode: "Discount code",
  minOrderAmount: "Minimum value",
  tieredDiscount: "Tiers",
  singleProductSettings: "Pack sizes",
  sections: "Sections",
  collectionData: "Headings",
  variants: "Products to buy",
  discountedVariants: "Discounted products",
  frequencies: "Frequencies",
  allowOneTimePurchase: "Also sell without a subscription",
  subscriptionId: "Selling-plan group",
  sellingPlanIds: "Selling plans",
  groupName: "Group",
  trackInventory: "Hide sold-out products",
  thirdPartyRule: "Discounts of other apps",
  bundleRedirect: "When the box is complete",
  customRedirectURL: "Address",
  bundleTopHtml: "Text above the products",
  bundleBottomHtml: "Text below the products",
  proceedToCheckoutButtonText: "Button text",
  chooseProductsText: "Text above the items",
  products: "Products",
};

/** The same with the fields that are not part of the configuration. */
export const EDITOR_LABELS: Readonly<Record<string, string>> = { ...FIELD_LABELS, handle: "Handle" };
