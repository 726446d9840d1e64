import type { FieldRule, RuleError } from "~/http/request/field-rules";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";

/** An error at a place of the input, as zod takes it. */
export const refuse = (code: string, path: PropertyKey[], message: string) => ({
  code: "custom" as const,
  params: { code },
  path,
  message,
});

/** Indexes of the rows that repeat an earlier one. */
function findRepeated<T>(rows: readonly T[], toKey: (row: T) => unknown): number[] {
  const seen = new Set();
  return rows.flatMap((row, index) => {
    const key = toKey(row);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}

type Field = keyof BundleConfiguration;

/** Rules about several fields. */
export const BUNDLE_RULES: FieldRule<BundleConfiguration>[] = [
  {
    reads: ["minProductCount", "maxProductCount"],
    find: ({ minProductCount: least, maxProductCount: most }) =>
      least !== null && most !== null && most < least
        ? [refuse("out_of_range", ["maxProductCount"], `Use ${least} or more, the least number.`)]
        : [],
  },
  {
    reads: ["bundleRedirect", "customRedirectURL"],
    find: ({ bundleRedirect, customRedirectURL }) =>
      bundleRedirect === "CUSTOM" && customRedirectURL === null
        ? [refuse("required", ["customRedirectURL"], "Say where customers go on.")]
        : [],
  },
  {
    reads: ["products"],
    find: ({ products }) =>
      findRepeated(products, ({ productId }) => productId).map((index) =>
        refuse("given_twice", ["products", index, "productId"], "This product is already in the bundle."),
      ),
  },
  {
    reads: ["products", "selectionType"],
    find: ({ products, selectionType }) =>
      selectionType === "FIXED"
        ? products.flatMap(({ quantity }, index) =>
            quantity === 0
              ? [
                  refuse(
                    "out_of_range",
                    ["products", index, "quantity"],
                    "A fixed box holds 1 or more of each.",
                  ),
                ]
              : [],
          )
        : [],
  },
  {
    reads: ["products", "buildABoxType"],
    find: ({ products, buildABoxType }) =>
      isOfOneProduct(buildABoxType) && products.length > 1
        ? [refuse("too_many", ["products"], "A box of this type holds a single product.")]
        : [],
  },
  {
    reads: ["products", "sections"],
    find: ({ products, sections }) => [
      ...findForeign("sections", sections, products),
      ...(findRepeated(
        sections.flatMap(({ productIds: ids }, index) => ids.map((id) => ({ id, index }))),
        ({ id }) => id,
      ).length === 0
        ? []
        : [refuse("given_twice", ["sections"], "Each product belongs in one section only.")]),
    ],
  },
  {
    reads: ["products", "collectionData"],
    find: ({ products, collectionData }) => findForeign("collectionData", collectionData, products),
  },
  {
    reads: ["singleProductSettings"],
    find: ({ singleProductSettings: { quantities } }) =>
      findRepeated(quantities, (size) => size).map((index) =>
        refuse("given_twice", ["singleProductSettings", "quantities", index], "This size is already listed."),
      ),
  },
  ...(["variants", "discountedVariants"] as const).map((name) => ({
    reads: [name] as Field[],
    find: (bundle: BundleConfiguration) =>
      findRepeated<{ variantId: number }>(bundle[name], (row) => row.variantId).map((index) =>
        refuse("given_twice", [name, index, "variantId"], "This variant is already listed."),
      ),
  })),
  {
    reads: ["frequencies"],
    find: ({ frequencies }) =>
      findRepeated(frequencies, ({ interval, intervalCount }) => `${interval} ${intervalCount}`).map(
        (index) =>
          refuse("given_twice", ["frequencies", index, "intervalCount"], "This frequency is already listed."),
      ),
  },
  {
    // Only for open bundles: a draft may lack these.
    reads: [
      "subscriptionBundlingEnabled",
      "products",
      "buildABoxType",
      "sections",
      "variants",
      "discountedVariants",
      "frequencies",
      "allowOneTimePurchase",
    ],
    find: (bundle) => (bundle.subscriptionBundlingEnabled ? findMissing(bundle) : []),
  },
];

const isOfOneProduct = (type: BundleConfiguration["buildABoxType"]): boolean =>
  type === "SINGLE_PRODUCT" || type === "SINGLE_PRODUCT_BUILD_A_BOX";

const findForeign = (
  name: "sections" | "collectionData",
  groups: readonly { productIds: number[] }[],
  products: BundleConfiguration["products"],
): RuleError[] => {
  const own = new Set(products.map(({ productId }) => productId));
  return groups.flatMap((group, index) =>
    group.productIds.every((id) => own.has(id))
      ? []
      : [refuse("not_in_bundle", [name, index, "productIds"], "Choose from the bundle's own products.")],
  );
};

function findMissing(bundle: BundleConfiguration): RuleError[] {
  const missing: RuleError[] = [];
  const need = (name: Field, message: string) => missing.push(refuse("required", [name], message));
  if (bundle.products.length === 0) need("products", "An active bundle needs a product.");
  if (bundle.frequencies.length === 0 && !bundle.allowOneTimePurchase)
    need("frequencies", "An active bundle needs a frequency, or one-time purchases allowed.");
  if (bundle.buildABoxType === "SECTIONED_BUNDLE" && bundle.sections.length === 0)
    need("sections", "A box of steps needs a section.");
  if (bundle.buildABoxType === "BUY_X_GET_Y" && bundle.variants.length === 0)
    need("variants", "Choose what must be bought.");
  if (
    (bundle.buildABoxType === "BUY_X_GET_Y" || bundle.buildABoxType === "DISCOUNTED_PRICING") &&
    bundle.discountedVariants.length === 0
  )
    need("discountedVariants", "Choose what costs less.");
  return missing;
}
