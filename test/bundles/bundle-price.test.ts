import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BoxLine,
  type PriceRules,
  priceBox,
  sumUndiscounted,
} from "~/features/bundles/rules/bundle-price";
import { addMoney, compareMoney, subtractMoney, sumMoney, toMinorUnits } from "~/lib/money";
import { BOX_TYPES } from "~db/schema/bundle-configuration";

const rules = (overrides: Partial<PriceRules> = {}): PriceRules => ({
  buildABoxType: "MIX_AND_MATCH",
  appliesOn: "BOTH",
  productDiscountType: "SELECTED_PRODUCT",
  discount: "0",
  discountCode: null,
  tieredDiscount: [],
  variants: [],
  discountedVariants: [],
  ...overrides,
});
const line = (variantId: number, price: string, quantity: number, productId = variantId): BoxLine => ({
  productId,
  variantId,
  price,
  quantity,
});
const price = (given: Partial<PriceRules>, lines: BoxLine[], frequencyDiscount: string | null = null) =>
  priceBox(rules(given), { lines, frequencyDiscount }, "USD");

const TIERS = [
  { quantity: 3, discount: "10" },
  { quantity: 6, discount: "20" },
];

describe("what a box costs", () => {
  test("without discounts it is the sum of its lines, at the currency's decimals", () => {
    expect(price({}, [line(1, "9.5000", 2), line(2, "3.3333", 3)])).toMatchObject({
      subtotal: "28.99",
      discount: "0.00",
      total: "28.99",
      itemCount: 5,
    });
  });

  test("the tier that is reached counts, and the next one says how many are missing", () => {
    const box = price({ tieredDiscount: TIERS }, [line(1, "10", 4)]);
    expect(box).toMatchObject({ total: "36.00", tier: TIERS[0], nextTier: { quantity: 6, missing: 2 } });
    expect(price({ tieredDiscount: TIERS }, [line(1, "10", 2)])).toMatchObject({
      total: "20.00",
      tier: null,
    });
    expect(price({ tieredDiscount: TIERS }, [line(1, "10", 6)]).total).toBe("48.00");
  });

  test("of flat discount and tier the better one counts", () => {
    expect(price({ discount: "15", tieredDiscount: TIERS }, [line(1, "10", 4)]).total).toBe("34.00");
    expect(price({ discount: "15", tieredDiscount: TIERS }, [line(1, "10", 6)]).total).toBe("48.00");
  });

  test("tiers that are left from another kind of box do not count, and are not promised", () => {
    for (const buildABoxType of ["CLASSIC", "CUSTOMIZE_BUNDLE"] as const)
      expect(
        price({ buildABoxType, discount: "5", tieredDiscount: TIERS }, [line(1, "10", 4)]),
      ).toMatchObject({
        total: "38.00",
        tier: null,
        nextTier: null,
      });
  });

  test("an odd cent goes to the first of lines that have the same right to it", () => {
    const totals = (lines: BoxLine[]) => price({ discount: "10" }, lines).lines.map(({ total }) => total);
    expect(totals([line(1, "0.05", 1), line(2, "0.05", 1)])).toEqual(["0.04", "0.05"]);
    expect(totals([line(1, "0.03", 1), line(2, "0.05", 1), line(3, "0.05", 1)])).toEqual([
      "0.03",
      "0.04",
      "0.05",
    ]);
  });

  test("the frequency's discount comes off each piece to the cent, as the cart takes it, and the bundle's off the rest", () => {
    expect(price({}, [line(1, "9.95", 7)], "10").total).toBe("62.72");
    expect(price({ discount: "50" }, [line(1, "9.95", 7)], "10").total).toBe("31.36");
    expect(price({ discount: "10" }, [line(1, "100", 1)], "10").total).toBe("81.00");
  });

  test("a discount for subscriptions leaves one-time purchases alone, and the other way round", () => {
    const box = [line(1, "100", 1)];
    expect(price({ discount: "10", appliesOn: "SUBSCRIPTION" }, box).total).toBe("100.00");
    expect(price({ discount: "10", appliesOn: "SUBSCRIPTION" }, box, "0").total).toBe("90.00");
    expect(price({ discount: "10", appliesOn: "ONE_TIME" }, box, "0").total).toBe("100.00");
    expect(price({ discount: "10", appliesOn: "ONE_TIME" }, box).total).toBe("90.00");
  });

  test("a volume discount counts each product by itself, or all that is chosen", () => {
    const lines = [line(1, "10", 3), line(2, "10", 2)];
    const volume = { buildABoxType: "VOLUME_DISCOUNT" as const, tieredDiscount: TIERS };
    expect(price({ ...volume, productDiscountType: "EACH_PRODUCT" }, lines).total).toBe("47.00");
    expect(price({ ...volume, productDiscountType: "SELECTED_PRODUCT" }, lines).total).toBe("45.00");
  });

  test("variants of one product count together for its volume", () => {
    const volume = { buildABoxType: "VOLUME_DISCOUNT" as const, tieredDiscount: TIERS };
    const lines = [line(1, "10", 2, 7), line(2, "10", 1, 7)];
    expect(price({ ...volume, productDiscountType: "EACH_PRODUCT" }, lines).total).toBe("27.00");
  });

  test("discounted pricing takes off what the variant's own row says", () => {
    const given = {
      buildABoxType: "DISCOUNTED_PRICING" as const,
      discountedVariants: [{ variantId: 1, quantity: 1, discount: "25" }],
    };
    expect(price(given, [line(1, "10", 2), line(2, "10", 1)]).lines.map(({ total }) => total)).toEqual([
      "15.00",
      "10.00",
    ]);
  });

  test("a shipping discount leaves the products' price and says what comes off delivery", () => {
    const given = { buildABoxType: "SHIPPING_DISCOUNT" as const, tieredDiscount: TIERS };
    expect(price(given, [line(1, "10", 6)])).toMatchObject({ total: "60.00", shippingDiscount: "20" });
  });

  describe("buy X get Y", () => {
    const buyTwoGetOne = {
      buildABoxType: "BUY_X_GET_Y" as const,
      variants: [{ variantId: 1, quantity: 2 }],
      discountedVariants: [{ variantId: 2, quantity: 1, discount: "100" }],
    };
    test("Y is given as often as X is bought, and no more of it than is in the box", () => {
      expect(price(buyTwoGetOne, [line(1, "10", 1), line(2, "4", 1)]).total).toBe("14.00");
      expect(price(buyTwoGetOne, [line(1, "10", 2), line(2, "4", 2)]).total).toBe("24.00");
      expect(price(buyTwoGetOne, [line(1, "10", 4), line(2, "4", 1)]).total).toBe("40.00");
    });
    test("buy 2 get 1 of the same product takes three, and six give two", () => {
      const same = { ...buyTwoGetOne, discountedVariants: [{ variantId: 1, quantity: 1, discount: "100" }] };
      const totals = [2, 3, 4, 5, 6].map((quantity) => price(same, [line(1, "10", quantity)]).total);
      expect(totals).toEqual(["20.00", "20.00", "30.00", "40.00", "40.00"]);
    });
    test("X of several variants is there only when all of them are", () => {
      const both = {
        ...buyTwoGetOne,
        variants: [
          { variantId: 1, quantity: 1 },
          { variantId: 3, quantity: 1 },
        ],
      };
      expect(price(both, [line(1, "10", 1), line(2, "4", 1)]).discount).toBe("0.00");
      expect(price(both, [line(1, "10", 1), line(2, "4", 1), line(3, "5", 1)]).discount).toBe("4.00");
    });
  });
});

describe("laws, for any rules and any box", () => {
  const percent = fc
    .integer({ min: 0, max: 10_000 })
    .map((parts) => `${Math.floor(parts / 100)}.${String(parts % 100).padStart(2, "0")}`);
  const tiers = fc
    .uniqueArray(
      fc.record({ quantity: fc.integer({ min: 1, max: 40 }), parts: fc.integer({ min: 0, max: 10_000 }) }),
      {
        maxLength: 4,
        selector: ({ quantity }) => quantity,
      },
    )
    .map((rows) => {
      const parts = rows.map((row) => row.parts).sort((a, b) => a - b);
      return rows
        .map((row) => row.quantity)
        .sort((a, b) => a - b)
        .map((quantity, index) => ({ quantity, discount: ((parts[index] ?? 0) / 100).toFixed(2) }));
    });
  const variantId = fc.integer({ min: 1, max: 4 });
  const anyRules: fc.Arbitrary<PriceRules> = fc.record({
    buildABoxType: fc.constantFrom(...BOX_TYPES),
    appliesOn: fc.constantFrom("PRODUCT", "COLLECTION", "BOTH", "ONE_TIME", "SUBSCRIPTION"),
    productDiscountType: fc.constantFrom("SELECTED_PRODUCT", "EACH_PRODUCT"),
    discount: percent,
    discountCode: fc.constant(null),
    tieredDiscount: tiers,
    variants: fc.array(fc.record({ variantId, quantity: fc.integer({ min: 1, max: 4 }) }), { maxLength: 2 }),
    discountedVariants: fc.uniqueArray(
      fc.record({ variantId, quantity: fc.integer({ min: 1, max: 4 }), discount: percent }),
      { maxLength: 3, selector: (row) => row.variantId },
    ),
  });
  const anyPrice = fc.integer({ min: 0, max: 9_999_999 }).map((units) => (units / 1000).toFixed(4));
  const anyLines = fc.uniqueArray(
    fc.record({
      productId: fc.integer({ min: 1, max: 2 }),
      variantId: fc.integer({ min: 1, max: 6 }),
      price: anyPrice,
      quantity: fc.integer({ min: 0, max: 20 }),
    }),
    { minLength: 1, maxLength: 6, selector: (row) => row.variantId },
  );
  const anyFrequency = fc.option(percent, { nil: null });
  const anyCurrency = fc.constantFrom("USD", "JPY", "KWD");

  test("no line and no box costs less than nothing or more than before, and cents add up exactly", () => {
    fc.assert(
      fc.property(
        anyRules,
        anyLines,
        anyFrequency,
        anyCurrency,
        (given, lines, frequencyDiscount, currency) => {
          const box = priceBox(given, { lines, frequencyDiscount }, currency);
          for (const { total, subtotal } of [...box.lines, box]) {
            expect(compareMoney(total, "0")).not.toBe(-1);
            expect(compareMoney(total, subtotal)).not.toBe(1);
          }
          expect(compareMoney(sumMoney(box.lines.map(({ total }) => total)), box.total)).toBe(0);
          expect(compareMoney(addMoney(box.total, box.discount), box.subtotal)).toBe(0);
          expect(box.subtotal).toBe(sumUndiscounted(lines, currency));
        },
      ),
      { numRuns: 400 },
    );
  });

  test("one more of a piece never makes the discount smaller", () => {
    fc.assert(
      fc.property(anyRules, anyLines, anyFrequency, fc.nat(), (given, lines, frequencyDiscount, pick) => {
        const index = pick % lines.length;
        const more = lines.map((each, at) =>
          at === index ? { ...each, quantity: each.quantity + 1 } : each,
        );
        const before = priceBox(given, { lines, frequencyDiscount }, "USD");
        const after = priceBox(given, { lines: more, frequencyDiscount }, "USD");
        expect(compareMoney(after.discount, before.discount)).not.toBe(-1);
      }),
      { numRuns: 400 },
    );
  });

  test("buy X get Y gives the most that any way of counting X allows", () => {
    const rows = fc.uniqueArray(fc.record({ variantId, quantity: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 2,
      selector: (row) => row.variantId,
    });
    const gifts = fc.uniqueArray(
      fc.record({
        variantId,
        quantity: fc.integer({ min: 1, max: 4 }),
        discount: fc.integer({ min: 0, max: 100 }).map(String),
      }),
      { maxLength: 3, selector: (row) => row.variantId },
    );
    fc.assert(
      fc.property(rows, gifts, anyLines, (buy, get, lines) => {
        const inBox = (id: number) => lines.find((each) => each.variantId === id)?.quantity ?? 0;
        const savings = Array.from({ length: 21 }, (_, times) => {
          if (buy.some((row) => row.quantity * times > inBox(row.variantId))) return 0;
          return get.reduce((sum, gift) => {
            const taken = (buy.find((row) => row.variantId === gift.variantId)?.quantity ?? 0) * times;
            const pieces = Math.min(inBox(gift.variantId) - taken, gift.quantity * times);
            const each = lines.find((row) => row.variantId === gift.variantId)?.price ?? "0";
            const cents = Number(toMinorUnits(each, "USD"));
            return sum + pieces * cents * Number(gift.discount);
          }, 0);
        });
        const given = { buildABoxType: "BUY_X_GET_Y" as const, variants: buy, discountedVariants: get };
        const saved = Math.round(Number(price(given, lines).discount) * 100);
        expect(Math.abs(saved * 100 - Math.max(...savings))).toBeLessThanOrEqual(50);
      }),
      { numRuns: 300 },
    );
  });

  test("of one product alone, more never costs more apiece, to the cent", () => {
    fc.assert(
      fc.property(
        tiers,
        percent,
        anyPrice,
        fc.integer({ min: 1, max: 50 }),
        (tieredDiscount, discount, each, quantity) => {
          const total = (count: number) => price({ tieredDiscount, discount }, [line(1, each, count)]).total;
          // total(n + 1) / (n + 1) <= total(n) / n; each of the two totals is rounded by at most half a cent.
          const left = Number(total(quantity + 1)) * quantity;
          const right = Number(total(quantity)) * (quantity + 1);
          expect(left - right).toBeLessThanOrEqual(0.005 * (2 * quantity + 1) + 1e-6);
        },
      ),
      { numRuns: 200 },
    );
  });
});

test("a discount is rounded to the cent, and is what subtotal and total differ by", () => {
  const exact = price({ discount: "33.33" }, [line(1, "0.01", 3)]);
  expect(subtractMoney(exact.subtotal, exact.total)).toBe(exact.discount);
  expect(exact.total).toBe("0.02");
});
