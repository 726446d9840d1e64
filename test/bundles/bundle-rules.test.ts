import { describe, expect, test } from "vitest";
import { BUNDLE_RULES, type refuse } from "~/features/bundles/rules/bundle-rules";
import { leadsToCart, toCarried } from "~/features/bundles/rules/carried-discounts";
import { NEW_BUNDLE } from "~/features/bundles/rules/new-bundle";
import type { BoxType, BundleConfiguration } from "~db/schema/bundle-configuration";

/** Contradictions between a bundle's fields: "code at/its/place". */
const contradictions = (fields: object): string[] =>
  BUNDLE_RULES.flatMap(
    ({ find }) => find({ ...NEW_BUNDLE, ...fields } as BundleConfiguration) as ReturnType<typeof refuse>[],
  ).map(({ params, path }) => `${params.code} ${path.join("/")}`);
const product = (productId: number, quantity = 1) => ({ productId, quantity });

describe("fields of a bundle that contradict each other", () => {
  test("a new bundle -> nothing", () => {
    expect(contradictions({})).toEqual([]);
  });

  test("a maximum below the minimum -> reported at the maximum; equal, or only one of them, is fine", () => {
    expect(contradictions({ minProductCount: 3, maxProductCount: 2 })).toEqual([
      "out_of_range maxProductCount",
    ]);
    for (const counts of [
      [3, 3],
      [null, 2],
      [3, null],
    ])
      expect(contradictions({ minProductCount: counts[0], maxProductCount: counts[1] })).toEqual([]);
  });

  test("an own checkout URL that is missing -> reported at its field", () => {
    expect(contradictions({ bundleRedirect: "CUSTOM", customRedirectURL: null })).toEqual([
      "required customRedirectURL",
    ]);
    expect(contradictions({ bundleRedirect: "CUSTOM", customRedirectURL: "/x" })).toEqual([]);
    expect(contradictions({ bundleRedirect: "CART", customRedirectURL: null })).toEqual([]);
  });

  test("a product twice -> reported at the second", () => {
    expect(contradictions({ products: [product(1), product(2), product(1)] })).toEqual([
      "given_twice products/2/productId",
    ]);
  });

  test("zero of a product in a fixed box -> reported at its quantity; in a flexible box it is fine", () => {
    const products = [product(1), product(2, 0)];
    expect(contradictions({ products, selectionType: "FIXED" })).toEqual([
      "out_of_range products/1/quantity",
    ]);
    expect(contradictions({ products, selectionType: "FLEXIBLE" })).toEqual([]);
  });

  test("two products in a box of one -> too many; in other boxes they are fine", () => {
    const products = [product(1), product(2)];
    for (const buildABoxType of ["SINGLE_PRODUCT", "SINGLE_PRODUCT_BUILD_A_BOX"]) {
      expect(contradictions({ products, buildABoxType })).toEqual(["too_many products"]);
      expect(contradictions({ products: [product(1)], buildABoxType })).toEqual([]);
    }
    expect(contradictions({ products, buildABoxType: "CLASSIC" })).toEqual([]);
  });

  test("a section or a collection with a product that is not in the bundle -> reported there", () => {
    const products = [product(1), product(2)];
    for (const name of ["sections", "collectionData"]) {
      expect(contradictions({ products, [name]: [{ productIds: [1] }, { productIds: [2, 3] }] })).toEqual([
        `not_in_bundle ${name}/1/productIds`,
      ]);
      expect(contradictions({ products, [name]: [{ productIds: [1] }, { productIds: [2] }] })).toEqual([]);
    }
  });

  test("a product in two sections -> reported; in two collections it is fine", () => {
    const groups = [{ productIds: [1] }, { productIds: [1] }];
    expect(contradictions({ products: [product(1)], sections: groups })).toEqual(["given_twice sections"]);
    expect(contradictions({ products: [product(1)], collectionData: groups })).toEqual([]);
  });

  test("a size, a variant or a frequency twice -> reported at the second", () => {
    expect(contradictions({ singleProductSettings: { quantities: [6, 12, 6] } })).toEqual([
      "given_twice singleProductSettings/quantities/2",
    ]);
    for (const name of ["variants", "discountedVariants"])
      expect(contradictions({ [name]: [{ variantId: 1 }, { variantId: 2 }, { variantId: 1 }] })).toEqual([
        `given_twice ${name}/2/variantId`,
      ]);
    const every = (interval: string, intervalCount: number) => ({ interval, intervalCount });
    expect(contradictions({ frequencies: [every("WEEK", 1), every("WEEK", 2), every("MONTH", 1)] })).toEqual(
      [],
    );
    expect(contradictions({ frequencies: [every("WEEK", 1), every("WEEK", 1)] })).toEqual([
      "given_twice frequencies/1/intervalCount",
    ]);
  });
});

describe("what an open bundle cannot do without", () => {
  const OPEN = {
    subscriptionBundlingEnabled: true,
    products: [product(1)],
    frequencies: [{ interval: "WEEK", intervalCount: 1 }],
    allowOneTimePurchase: false,
  };
  const given = [{ variantId: 1 }];

  test("a product, and a frequency or one-time purchases; a draft may lack them", () => {
    expect(contradictions(OPEN)).toEqual([]);
    expect(contradictions({ ...OPEN, products: [], frequencies: [] })).toEqual([
      "required products",
      "required frequencies",
    ]);
    expect(contradictions({ ...OPEN, frequencies: [], allowOneTimePurchase: true })).toEqual([]);
    expect(contradictions({ ...OPEN, allowOneTimePurchase: true })).toEqual([]);
    const draft = { ...OPEN, subscriptionBundlingEnabled: false, products: [], frequencies: [] };
    expect(contradictions(draft)).toEqual([]);
  });

  test("each type its own parts, and no other type those", () => {
    const lacking = (buildABoxType: BoxType, fields: object = {}) =>
      contradictions({
        ...OPEN,
        buildABoxType,
        sections: [],
        variants: [],
        discountedVariants: [],
        ...fields,
      });
    expect(lacking("SECTIONED_BUNDLE")).toEqual(["required sections"]);
    expect(lacking("SECTIONED_BUNDLE", { sections: [{ productIds: [1] }] })).toEqual([]);
    expect(lacking("BUY_X_GET_Y")).toEqual(["required variants", "required discountedVariants"]);
    expect(lacking("BUY_X_GET_Y", { variants: given })).toEqual(["required discountedVariants"]);
    expect(lacking("BUY_X_GET_Y", { variants: given, discountedVariants: given })).toEqual([]);
    expect(lacking("DISCOUNTED_PRICING")).toEqual(["required discountedVariants"]);
    expect(lacking("DISCOUNTED_PRICING", { discountedVariants: given })).toEqual([]);
    expect(lacking("CLASSIC")).toEqual([]);
  });
});

describe("discounts that reach the cart", () => {
  const tier = (quantity: number, code?: string) => ({ quantity, discount: "20", ...(code && { code }) });
  const aBundle = (more: object) =>
    ({
      bundleRedirect: "CART",
      buildABoxType: "CLASSIC_BUILD_A_BOX",
      productDiscountType: "SELECTED_PRODUCT",
      discount: "10",
      discountCode: null,
      tieredDiscount: [tier(2), tier(4, "FOUR")],
      discountedVariants: [{ variantId: 1, quantity: 1, discount: "50" }],
      ...more,
    }) as never as Parameters<typeof toCarried>[0];

  test("cart and checkout are the platform's, an address of one's own is not", () => {
    const leads = (["CART", "CHECKOUT", "CUSTOM", "NONE"] as never[]).map((bundleRedirect) =>
      leadsToCart({ bundleRedirect }),
    );
    expect(leads).toEqual([true, true, false, false]);
  });

  test("not to the cart -> all of them hold", () => {
    const bundle = aBundle({ bundleRedirect: "CUSTOM" });
    expect(toCarried(bundle)).toEqual(bundle);
  });

  test("without a code only the tiers that have their own; with one all of the bundle's hold", () => {
    expect(toCarried(aBundle({}))).toMatchObject({
      discount: "0",
      tieredDiscount: [tier(4, "FOUR")],
      discountedVariants: [],
    });
    expect(toCarried(aBundle({ discountCode: "BOX" }))).toMatchObject({
      discount: "10",
      tieredDiscount: [tier(4, "FOUR")],
      discountedVariants: [{ variantId: 1 }],
    });
  });

  test("tiers that look at each product go by the bundle's code", () => {
    const each = { buildABoxType: "VOLUME_DISCOUNT", productDiscountType: "EACH_PRODUCT" };
    expect(toCarried(aBundle(each)).tieredDiscount).toEqual([]);
    expect(toCarried(aBundle({ ...each, discountCode: "BOX" })).tieredDiscount).toHaveLength(2);
  });
});
