import { expect, test } from "vitest";
import { type PriceRules, priceBox } from "~/features/bundles/rules/bundle-price";
import { NEW_BUNDLE } from "~/features/bundles/rules/new-bundle";

test("the code that takes the discount off is the tier's where the tier counts, else the bundle's", () => {
  const tieredDiscount = [{ quantity: 3, discount: "10", code: "TIER" }];
  const given = { discount: "5", discountCode: "FLAT", tieredDiscount };
  const codeOf = (more: Partial<PriceRules>, count: number) =>
    priceBox(
      { ...NEW_BUNDLE, buildABoxType: "MIX_AND_MATCH", ...given, ...more },
      { lines: [{ productId: 1, variantId: 1, price: "10", quantity: count }], frequencyDiscount: null },
      "USD",
    ).code;
  expect([codeOf({}, 2), codeOf({}, 3), codeOf({ discount: "15" }, 3)]).toEqual(["FLAT", "TIER", "FLAT"]);
  expect(codeOf({ discount: "0" }, 2)).toBeNull();
  expect(codeOf({ appliesOn: "SUBSCRIPTION" }, 3)).toBeNull();
  const each = { buildABoxType: "VOLUME_DISCOUNT", productDiscountType: "EACH_PRODUCT" } as const;
  expect(codeOf(each, 3)).toBe("FLAT");
  expect(codeOf({ buildABoxType: "SHIPPING_DISCOUNT" }, 3)).toBe("TIER");
  expect(codeOf({ buildABoxType: "SHIPPING_DISCOUNT", discount: "0" }, 2)).toBeNull();
});
