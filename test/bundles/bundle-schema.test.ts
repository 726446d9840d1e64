import { describe, expect, test } from "vitest";
import { bundleSchema, handleSchema, toHandle } from "~/features/bundles/rules/bundle.schema";
import { toFieldErrors } from "~/http/request/field-errors";
import type { BundleConfiguration } from "~db/schema/bundle-configuration";
import { bundleDraft } from "../support/data/bundles";

/** Pointers of the errors. */
function findWrong(input: unknown): string[] {
  const result = bundleSchema.safeParse(input);
  return result.success
    ? []
    : [...new Set(toFieldErrors(result.error, "body", input).map(({ pointer }) => pointer ?? ""))];
}
const wrongWith = (overrides: Record<string, unknown>) => findWrong({ ...bundleDraft(), ...overrides });
const product = (productId: number, more: object = {}) => ({
  productId,
  variantId: productId + 100,
  quantity: 1,
  subProductIds: [],
  subVariantIds: [],
  ...more,
});

test("a draft passes as it is, and so does what its form's fields hold", () => {
  expect(bundleSchema.parse(bundleDraft())).toEqual(bundleDraft());
  const asForm = {
    ...bundleDraft(),
    minProductCount: " 3 ",
    maxProductCount: "",
    discount: "12,50",
    minOrderAmount: "",
  };
  expect(bundleSchema.parse(asForm)).toMatchObject({
    minProductCount: 3,
    maxProductCount: null,
    discount: "12.5",
    minOrderAmount: null,
  });
});

test("every field that is missing is named at once", () => {
  const optional: (keyof BundleConfiguration)[] = [
    "minProductCount",
    "maxProductCount",
    "discount",
    "discountCode",
    "minOrderAmount",
  ];
  optional.push(
    "subscriptionId",
    "groupName",
    "customRedirectURL",
    "proceedToCheckoutButtonText",
    "chooseProductsText",
  );
  const needed = Object.keys(bundleDraft()).filter((name) => !(optional as string[]).includes(name));
  expect(findWrong({}).sort()).toEqual(needed.map((name) => `/${name}`).sort());
});

test("every field of another kind is named at once", () => {
  const wrong = Object.fromEntries(Object.keys(bundleDraft()).map((name) => [name, { odd: true }]));
  const pointers = new Set(findWrong(wrong).map((pointer) => pointer.split("/")[1]));
  expect([...pointers].sort()).toEqual(Object.keys(bundleDraft()).sort());
});

test.each([null, "text", 3, [], undefined])("%j is no bundle", (input) => {
  expect(findWrong(input)).not.toEqual([]);
});

describe("limits: at them fine, beyond them named", () => {
  const longest = (length: number) => "x".repeat(length);
  const cases: [field: keyof BundleConfiguration, fine: unknown[], wrong: unknown[]][] = [
    ["name", ["x", longest(255)], ["", "  ", longest(256)]],
    ["description", ["", longest(2000)], [longest(2001)]],
    ["minProductCount", [0, "999"], [-1, 1000, "1.5", "many"]],
    ["maxProductCount", [1, 999], [0, 1000]],
    ["discount", [0, "100", "0.01", ""], [-1, "100.01", "12.345", "ten"]],
    ["minOrderAmount", [0, "999999.99"], ["1000000", "-1", "1.999"]],
    ["groupName", [longest(255)], [longest(256)]],
    [
      "subscriptionId",
      [1, 9_007_199_254_740_991, "gid://platform/SellingPlanGroup/7"],
      [0, -1, "9007199254740992", 1.5],
    ],
    ["sellingPlanIds", [[1], []], [[0], ["x"]]],
    [
      "customRedirectURL",
      ["https://shop.example/done", "/pages/thanks"],
      ["javascript:alert(1)", "//evil.example", "/\\evil", "http://shop.example", "ftp://x"],
    ],
    ["proceedToCheckoutButtonText", [longest(60)], [longest(61)]],
    ["chooseProductsText", [longest(200)], [longest(201)]],
    ["bundleTopHtml", [longest(20_000)], [longest(20_001)]],
    ["bundleBottomHtml", [longest(20_000)], [longest(20_001)]],
    [
      "singleProductSettings",
      [{ quantities: [1, 999] }],
      [{ quantities: [0] }, { quantities: [1000] }, { quantities: [6, 6] }],
    ],
    [
      "tieredDiscount",
      [
        [
          { quantity: 1, discount: 0 },
          { quantity: 999, discount: 100 },
        ],
      ],
      [[{ quantity: 0, discount: 1 }], [{ quantity: 1000, discount: 1 }], [{ quantity: 1, discount: 101 }]],
    ],
    [
      "frequencies",
      [[{ interval: "YEAR", intervalCount: 10, name: "", discount: 0, sellingPlanId: null }]],
      [
        [{ interval: "YEAR", intervalCount: 11, name: "", discount: 0, sellingPlanId: null }],
        [{ interval: "HOUR", intervalCount: 1, name: "", discount: 0, sellingPlanId: null }],
      ],
    ],
    [
      "variants",
      [[{ variantId: 1, quantity: 1 }]],
      [
        [{ variantId: 0, quantity: 1 }],
        [{ variantId: 1, quantity: 0 }],
        [
          { variantId: 1, quantity: 1 },
          { variantId: 1, quantity: 2 },
        ],
      ],
    ],
    [
      "discountedVariants",
      [[{ variantId: 1, quantity: 1, discount: "100" }]],
      [[{ variantId: 1, quantity: 1, discount: "101" }]],
    ],
    [
      "products",
      [[product(1, { quantity: 0 }), product(2, { quantity: 999 })]],
      [[product(1, { quantity: 1000 })], [product(1), product(1)], [product(0)]],
    ],
    [
      "sections",
      [[{ title: "Tea", minProducts: 0, maxProducts: null, productIds: [] }]],
      [
        [{ title: "", minProducts: 0, maxProducts: null, productIds: [] }],
        [{ title: "Tea", minProducts: 3, maxProducts: 2, productIds: [] }],
        [{ title: "Tea", minProducts: 0, maxProducts: null, productIds: [7] }],
      ],
    ],
    [
      "collectionData",
      [[{ title: "Tea", collectionId: null, productIds: [] }]],
      [
        [{ title: "", collectionId: null, productIds: [] }],
        [{ title: "Tea", collectionId: null, productIds: [7] }],
      ],
    ],
  ];
  test.each(cases)("%s", (field, fine, wrong) => {
    for (const value of fine) expect([value, wrongWith({ [field]: value })]).toEqual([value, []]);
    for (const value of wrong) {
      const pointers = wrongWith({ [field]: value });
      expect([value, pointers.length > 0 && pointers.every((at) => at.startsWith(`/${field}`))]).toEqual([
        value,
        true,
      ]);
    }
  });
});

describe("what fields say about each other", () => {
  test("is reported beside errors in other fields", () => {
    const wrong = {
      name: "",
      minProductCount: 5,
      maxProductCount: 4,
      bundleRedirect: "CUSTOM",
      customRedirectURL: "",
    };
    expect(wrongWith(wrong).sort()).toEqual(["/customRedirectURL", "/maxProductCount", "/name"]);
  });
  test("tiers go up in both columns", () => {
    const tiers = [
      { quantity: 3, discount: 10 },
      { quantity: 3, discount: 9 },
    ];
    expect(wrongWith({ tieredDiscount: tiers })).toEqual([
      "/tieredDiscount/1/quantity",
      "/tieredDiscount/1/discount",
    ]);
  });
  test("a fixed box holds one or more of each product, a box of one product holds one", () => {
    expect(wrongWith({ selectionType: "FIXED", products: [product(1, { quantity: 0 })] })).toEqual([
      "/products/0/quantity",
    ]);
    expect(wrongWith({ buildABoxType: "SINGLE_PRODUCT", products: [product(1), product(2)] })).toEqual([
      "/products",
    ]);
  });
  test("a product is shown in one section only", () => {
    const section = { title: "Tea", minProducts: 0, maxProducts: null, productIds: [1] };
    expect(wrongWith({ products: [product(1)], sections: [section, section] })).toEqual(["/sections"]);
  });
  test("an active bundle has what its page needs, a draft may lack it", () => {
    const bare = { frequencies: [], allowOneTimePurchase: false, buildABoxType: "BUY_X_GET_Y" };
    expect(wrongWith(bare)).toEqual([]);
    expect(wrongWith({ ...bare, subscriptionBundlingEnabled: true }).sort()).toEqual([
      "/discountedVariants",
      "/frequencies",
      "/products",
      "/variants",
    ]);
  });
});

describe("handles", () => {
  test.each(["a", "coffee-box-2", "x".repeat(100)])("%s is one", (handle) => {
    expect(handleSchema.safeParse(handle).success).toBe(true);
  });
  test.each(["", "-a", "a-", "a--b", "A", "a b", "é", "x".repeat(101)])("%j is none", (handle) => {
    expect(handleSchema.safeParse(handle).success).toBe(false);
  });
  test("are made of names", () => {
    expect(toHandle("Café & Thé: Box 1")).toBe("cafe-the-box-1");
    expect(toHandle("日本")).toBe("bundle");
    expect(handleSchema.safeParse(toHandle("x".repeat(300))).success).toBe(true);
  });
});
