import { z } from "zod";
import {
  APPLIES_ON,
  BOX_TYPES,
  BUNDLE_REDIRECTS,
  type BundleConfiguration,
  PRODUCT_DISCOUNT_TYPES,
  PRODUCT_SELECTION_TYPES,
  PRODUCT_VIEW_STYLES,
  SELECTION_TYPES,
} from "~db/schema/bundle-configuration";

const text = z.string().nullable();
const flag = z.boolean();
const json = (holds: string) => z.string().meta({ description: `JSON as a string: ${holds}` });
const int = z.int().nullable();

/** Beside the sample's three names: what customers may choose instead, which the delete lists can name. */
export const bundleChoices = {
  subProductIds: z.array(z.int()).meta({ description: "Products that customers may choose instead" }),
  subVariantIds: z.array(z.int()).meta({ description: "Variants that customers may choose instead" }),
};

/**
 * The bundling configuration record of the specification, with the field names of its sample (wire.md §2 operation 5).
 */
export const bundlingRecord = z
  .object({
    shop: z.string(),
    id: z.int(),
    subscriptionBundlingEnabled: flag,
    subscriptionId: int.meta({ description: "The selling plan group the bundle is sold under" }),
    minProductCount: int,
    maxProductCount: int,
    discount: z.number(),
    minOrderAmount: z.number().nullable(),
    uniqueRef: z.string(),
    groupName: text,
    name: z.string(),
    bundleRedirect: z.enum(BUNDLE_REDIRECTS),
    customRedirectURL: text,
    tieredDiscount: json("[{quantity, discount}], ascending"),
    productViewStyle: z.enum(PRODUCT_VIEW_STYLES),
    buildABoxType: z.enum(BOX_TYPES),
    singleProductSettings: json("{quantities: [number of units]}"),
    subscriptionGroup: text.meta({ description: "Name of the selling plan group" }),
    bundleTopHtml: z.string(),
    bundleBottomHtml: z.string(),
    proceedToCheckoutButtonText: text,
    chooseProductsText: text,
    variants: json("[{variantId, quantity}]: the items to buy (buy X)"),
    discountedVariants: json("[{variantId, quantity, discount}]: the items that are then discounted (get Y)"),
    sections: json("[{title, minProducts, maxProducts, productIds}]"),
    collectionData: json("[{title, collectionId, productIds}]"),
    sellingPlanIds: z.string().meta({ description: "Ids, separated by commas" }),
    trackInventory: flag,
    allowOneTimePurchase: flag,
    thirdPartyRule: flag,
    minUniqueProductCheck: flag,
    selectionType: z.enum(SELECTION_TYPES),
    appliesOn: z.enum(APPLIES_ON),
    productDiscountType: z.enum(PRODUCT_DISCOUNT_TYPES),
    productSelectionType: z.enum(PRODUCT_SELECTION_TYPES),
    token: z.string().meta({ description: "Same as uniqueRef" }),
    bundleName: z.string().meta({ description: "Same as name" }),
    bundleHandle: z.string(),
    products: z.array(
      z.object({ variantId: z.int(), productTitle: z.string(), quantity: z.int(), ...bundleChoices }),
    ),
    frequency: text.meta({ description: "Interval of the first frequency" }),
    frequencyCount: int.meta({ description: "Interval count of the first frequency" }),
    active: flag.meta({ description: "Same as subscriptionBundlingEnabled" }),
  })
  .meta({ id: "BundlingConfiguration" });

export type BundlingRecord = z.output<typeof bundlingRecord>;

export const BUNDLING_RECORD_EXAMPLE: BundlingRecord = {
  shop: "fernhill.mystore.example",
  id: 12,
  subscriptionBundlingEnabled: true,
  subscriptionId: 6600000000001,
  minProductCount: 2,
  maxProductCount: 6,
  discount: 5,
  minOrderAmount: 20,
  uniqueRef: "8vT0yq0mS4eYw5oQ1m3c7A",
  groupName: "Boxes",
  name: "Breakfast box",
  bundleRedirect: "CHECKOUT",
  customRedirectURL: null,
  tieredDiscount: '[{"quantity":4,"discount":10}]',
  productViewStyle: "QUICK_ADD",
  buildABoxType: "CLASSIC_BUILD_A_BOX",
  singleProductSettings: '{"quantities":[]}',
  subscriptionGroup: "Fernhill subscriptions",
  bundleTopHtml: "<p>Fresh every month.</p>",
  bundleBottomHtml: "",
  proceedToCheckoutButtonText: "To checkout",
  chooseProductsText: "Choose your breakfast",
  variants: "[]",
  discountedVariants: "[]",
  sections: "[]",
  collectionData: "[]",
  sellingPlanIds: "5500000000001,5500000000002",
  trackInventory: true,
  allowOneTimePurchase: true,
  thirdPartyRule: false,
  minUniqueProductCheck: false,
  selectionType: "FLEXIBLE",
  appliesOn: "BOTH",
  productDiscountType: "SELECTED_PRODUCT",
  productSelectionType: "PRODUCT",
  token: "8vT0yq0mS4eYw5oQ1m3c7A",
  bundleName: "Breakfast box",
  bundleHandle: "breakfast-box",
  products: [
    {
      variantId: 4400000000101,
      productTitle: "Morning Meadow Espresso",
      quantity: 1,
      subProductIds: [7700000000009],
      subVariantIds: [],
    },
  ],
  frequency: "MONTH",
  frequencyCount: 1,
  active: true,
};

export type BundlingIdentity = {
  shop: string;
  id: number;
  handle: string;
  uniqueRef: string;
  subscriptionGroup: string | null;
};

/** @param titles product titles by id; products missing from it (deleted from the catalogue) are left out */
export function toBundlingRecord(
  { shop, id, handle, uniqueRef, subscriptionGroup }: BundlingIdentity,
  bundle: BundleConfiguration,
  titles: ReadonlyMap<number, string>,
): BundlingRecord {
  const { products, frequencies, description: _description, discountCode: _code, ...fields } = bundle;
  const withNumber = <T extends { discount: string }>(row: T) => ({ ...row, discount: Number(row.discount) });
  const [frequency] = frequencies;
  return {
    shop,
    id,
    ...fields,
    discount: Number(bundle.discount),
    minOrderAmount: bundle.minOrderAmount === null ? null : Number(bundle.minOrderAmount),
    uniqueRef,
    tieredDiscount: JSON.stringify(
      bundle.tieredDiscount.map(({ quantity, discount }) => withNumber({ quantity, discount })),
    ),
    singleProductSettings: JSON.stringify(bundle.singleProductSettings),
    subscriptionGroup,
    variants: JSON.stringify(bundle.variants),
    discountedVariants: JSON.stringify(bundle.discountedVariants.map(withNumber)),
    sections: JSON.stringify(bundle.sections),
    collectionData: JSON.stringify(bundle.collectionData),
    sellingPlanIds: bundle.sellingPlanIds.join(),
    token: uniqueRef,
    bundleName: bundle.name,
    bundleHandle: handle,
    products: products.flatMap(({ productId, variantId, quantity, subProductIds, subVariantIds }) => {
      const productTitle = titles.get(productId);
      return productTitle === undefined
        ? []
        : [{ variantId, productTitle, quantity, subProductIds, subVariantIds }];
    }),
    frequency: frequency?.interval ?? null,
    frequencyCount: frequency?.intervalCount ?? null,
    active: bundle.subscriptionBundlingEnabled,
  };
}
