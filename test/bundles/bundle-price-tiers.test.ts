import { describe, expect, test } from "vitest";
import { hasBoxTiers, type PriceRules, priceBox } from "~/features/bundles/rules/bundle-price";
import { NEW_BUNDLE } from "~/features/bundles/rules/new-bundle";

const TIERS = [
  { quantity: 6, discount: "20" },
  { quantity: 3, discount: "10" },
];
const line = (variantId: number, quantity: number, price = "10") => ({
  productId: variantId,
  variantId,
  price,
  quantity,
});
const price = (
  rules: Partial<PriceRules>,
  lines: ReturnType<typeof line>[],
  frequencyDiscount: string | null = null,
) =>
  priceBox({ ...NEW_BUNDLE, buildABoxType: "MIX_AND_MATCH", ...rules }, { lines, frequencyDiscount }, "USD");

describe("the tier of a box", () => {
  test("tiers in any order -> the largest that is reached, and the least that is not, exactly at their numbers", () => {
    const at = (quantity: number) => price({ tieredDiscount: TIERS }, [line(1, quantity)]);
    expect(at(2)).toMatchObject({ tier: null, nextTier: { quantity: 3, missing: 1 } });
    expect(at(3)).toMatchObject({
      tier: { quantity: 3 },
      nextTier: { quantity: 6, missing: 3 },
      total: "27.00",
    });
    expect(at(6)).toMatchObject({ tier: { quantity: 6 }, nextTier: null, total: "48.00" });
  });

  test("no more items are asked for where they would save no more than what is taken off already", () => {
    const [small, large] = TIERS.toSorted((a, b) => a.quantity - b.quantity);
    const at = (discount: string, quantity: number) =>
      price({ tieredDiscount: TIERS, discount }, [line(1, quantity)]).nextTier;
    expect(at(small?.discount ?? "", 2)).toMatchObject({ quantity: large?.quantity, missing: 4 });
    expect(at(large?.discount ?? "", 2)).toBeNull();
    const tieredDiscount = TIERS.map((tier) => (tier === large ? { ...tier, discount: "5" } : tier));
    expect(price({ tieredDiscount }, [line(1, 3)]).nextTier).toBeNull();
  });

  test("a discount that does not apply to this purchase -> no tier is promised", () => {
    const box = price({ tieredDiscount: TIERS, appliesOn: "SUBSCRIPTION" }, [line(1, 3)]);
    expect(box).toMatchObject({ tier: null, nextTier: null, total: "30.00" });
  });

  test("tiers count the whole box, but for volumes of each product, special prices and buy X get Y", () => {
    const has = (
      buildABoxType: PriceRules["buildABoxType"],
      productDiscountType: PriceRules["productDiscountType"],
    ) => hasBoxTiers({ buildABoxType, productDiscountType });
    expect(has("VOLUME_DISCOUNT", "SELECTED_PRODUCT")).toBe(true);
    expect(has("VOLUME_DISCOUNT", "EACH_PRODUCT")).toBe(false);
    for (const type of ["SELECTED_PRODUCT", "EACH_PRODUCT"] as const) {
      expect(has("MIX_AND_MATCH", type)).toBe(true);
      expect(has("BUY_X_GET_Y", type)).toBe(false);
      expect(has("DISCOUNTED_PRICING", type)).toBe(false);
    }
    const volume = { buildABoxType: "VOLUME_DISCOUNT", tieredDiscount: TIERS } as const;
    expect(price({ ...volume, productDiscountType: "EACH_PRODUCT" }, [line(1, 3)])).toMatchObject({
      tier: null,
      nextTier: null,
    });
  });
});

describe("cheaper delivery", () => {
  const shipping = { buildABoxType: "SHIPPING_DISCOUNT", discount: "15", discountCode: "SHIP" } as const;

  test("only a box of that type, and only for the purchase it applies to", () => {
    expect(price(shipping, [line(1, 1)])).toMatchObject({
      shippingDiscount: "15",
      code: "SHIP",
      total: "10.00",
      discount: "0.00",
    });
    expect(price({ ...shipping, appliesOn: "SUBSCRIPTION" }, [line(1, 1)])).toMatchObject({
      shippingDiscount: "0",
      code: null,
    });
    expect(price({ ...shipping, buildABoxType: "MIX_AND_MATCH" }, [line(1, 1)])).toMatchObject({
      shippingDiscount: "0",
      total: "8.50",
    });
  });
});

describe("discounts of some lines", () => {
  const buyOneGetOne = {
    buildABoxType: "BUY_X_GET_Y",
    discountCode: "GIFT",
    variants: [{ variantId: 1, quantity: 1 }],
    discountedVariants: [{ variantId: 2, quantity: 1, discount: "100" }],
  } as const;

  test("one line that saves is enough for the code to be needed", () => {
    const rules = {
      buildABoxType: "DISCOUNTED_PRICING",
      discountCode: "LESS",
      discountedVariants: [{ variantId: 2, quantity: 1, discount: "50" }],
    } as const;
    expect(price(rules as never, [line(1, 1), line(2, 1)])).toMatchObject({ code: "LESS", total: "15.00" });
    expect(price(rules as never, [line(1, 1)])).toMatchObject({ code: null, total: "10.00" });
  });

  test("Y on two lines -> its pieces are given once, not on each line again", () => {
    const box = price(buyOneGetOne as never, [line(1, 1), line(2, 1, "4"), line(2, 1, "4"), line(2, 1, "4")]);
    expect(box.lines.map(({ total }) => total)).toEqual(["10.00", "0.00", "4.00", "4.00"]);
  });

  test("more than all of a price is all of it, and finer than two decimals does not count", () => {
    expect(price({ discount: "150" }, [line(1, 1)])).toMatchObject({ total: "0.00", discount: "10.00" });
    expect(price({ discount: "10.019" }, [line(1, 1, "1000")]).total).toBe("899.90");
    expect(price({}, [line(1, 1)], "150").total).toBe("0.00");
  });
});
