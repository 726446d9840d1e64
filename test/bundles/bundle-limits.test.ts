import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findBoxProblems, type LimitRules } from "~/features/bundles/rules/bundle-limits";
import { type BoxLine, sumUndiscounted } from "~/features/bundles/rules/bundle-price";
import { BOX_TYPES } from "~db/schema/bundle-configuration";

const line = (variantId: number, price: string, quantity: number, productId = variantId): BoxLine => ({
  productId,
  variantId,
  price,
  quantity,
});

describe("what keeps a box from going on", () => {
  const limits = (overrides: Partial<LimitRules> = {}): LimitRules => ({
    buildABoxType: "CLASSIC_BUILD_A_BOX",
    selectionType: "FLEXIBLE",
    minProductCount: 3,
    maxProductCount: 5,
    minUniqueProductCheck: false,
    minOrderAmount: null,
    singleProductSettings: { quantities: [] },
    sections: [],
    ...overrides,
  });
  const problems = (given: Partial<LimitRules>, lines: BoxLine[]) =>
    findBoxProblems(limits(given), lines, sumUndiscounted(lines, "USD"));

  test("too few and too many items, with how many it is about; between them nothing", () => {
    const of = (quantity: number) => problems({}, [line(1, "1", quantity)]);
    expect(of(0)).toEqual([{ code: "empty" }]);
    expect(of(2)).toEqual([{ code: "too_few", least: 3, missing: 1 }]);
    expect([of(3), of(5)]).toEqual([[], []]);
    expect(of(6)).toEqual([{ code: "too_many", most: 5, surplus: 1 }]);
  });

  test("an infinite box has no upper limit", () => {
    expect(problems({ buildABoxType: "INFINITE" }, [line(1, "1", 60)])).toEqual([]);
  });

  test("different products may be what counts", () => {
    expect(problems({ minUniqueProductCheck: true }, [line(1, "1", 5)])).toEqual([
      { code: "too_few_different", least: 3, missing: 2 },
    ]);
  });

  test("exactly as many different ones as it takes are enough, and what is there none of is not one of them", () => {
    const three = [line(1, "1", 1), line(2, "1", 1), line(3, "1", 1)];
    expect(problems({ minUniqueProductCheck: true }, three)).toEqual([]);
    expect(problems({ minUniqueProductCheck: true }, [...three.slice(1), line(4, "1", 0)])).toEqual([
      { code: "too_few_different", least: 3, missing: 1 },
    ]);
  });

  test("sections count in a box of steps only; exactly their most is possible, and none is no limit", () => {
    const section = (productIds: number[], maxProducts: number | null) => ({
      title: "",
      productIds,
      minProducts: 1,
      maxProducts,
    });
    const given = { sections: [section([1], 2), section([2], null)] } as Partial<LimitRules>;
    const steps = { ...given, buildABoxType: "SECTIONED_BUNDLE" as const };
    expect(problems(steps, [line(1, "1", 2), line(2, "1", 3)])).toEqual([]);
    expect(problems(steps, [line(1, "1", 3)])).toEqual([
      { code: "section_too_many", section: 0, most: 2, surplus: 1 },
      { code: "section_too_few", section: 1, least: 1, missing: 1 },
    ]);
    expect(problems(given, [line(1, "1", 3)])).toEqual([]);
  });

  test("a fixed box is bought as it is", () => {
    expect(problems({ selectionType: "FIXED" }, [line(1, "1", 1)])).toEqual([]);
  });

  test("a minimum order amount looks at the sum before discounts", () => {
    const given = { minOrderAmount: "20", minProductCount: null };
    expect(problems(given, [line(1, "6.66", 3)])).toEqual([{ code: "below_minimum_amount", least: "20" }]);
    expect(problems(given, [line(1, "5", 4)])).toEqual([]);
  });

  test("packs of one product have sizes", () => {
    const given = {
      buildABoxType: "SINGLE_PRODUCT" as const,
      singleProductSettings: { quantities: [12, 6] },
      minProductCount: null,
      maxProductCount: null,
    };
    expect(problems(given, [line(1, "1", 7)])).toEqual([{ code: "wrong_size", sizes: [6, 12] }]);
    expect(problems(given, [line(1, "1", 5), line(2, "1", 1)])).toEqual([]);
  });

  test("each section has its own limits", () => {
    const given = {
      buildABoxType: "SECTIONED_BUNDLE" as const,
      minProductCount: null,
      maxProductCount: null,
      sections: [
        { title: "Coffee", minProducts: 2, maxProducts: 3, productIds: [1, 2] },
        { title: "Mug", minProducts: 0, maxProducts: 1, productIds: [3] },
      ],
    };
    expect(problems(given, [line(1, "1", 1), line(3, "1", 2)])).toEqual([
      { code: "section_too_few", section: 0, least: 2, missing: 1 },
      { code: "section_too_many", section: 1, most: 1, surplus: 1 },
    ]);
    expect(problems(given, [line(1, "1", 1), line(2, "1", 1)])).toEqual([]);
  });
});

describe("laws of the limits, for any box", () => {
  const limitRules = fc.record({
    buildABoxType: fc.constantFrom(...BOX_TYPES),
    selectionType: fc.constantFrom("FIXED" as const, "FLEXIBLE" as const),
    minProductCount: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }),
    maxProductCount: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
    minUniqueProductCheck: fc.constant(false),
    minOrderAmount: fc.option(
      fc.integer({ min: 0, max: 5000 }).map((cents) => (cents / 100).toFixed(2)),
      { nil: null },
    ),
    singleProductSettings: fc.constant<LimitRules["singleProductSettings"]>({ quantities: [] }),
    sections: fc.constant<LimitRules["sections"]>([]),
  });
  const anyBox = fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 999 }).map((cents) => (cents / 100).toFixed(2)),
      quantity: fc.integer({ min: 0, max: 6 }),
    }),
    { maxLength: 4 },
  );

  test("a box is complete exactly when its items and its sum are within the limits, and adding what is reported missing completes it", () => {
    fc.assert(
      fc.property(limitRules, anyBox, (given, rows) => {
        const lines = rows.map((row, index) => line(index + 1, row.price, row.quantity));
        const pieces = rows.reduce((sum, { quantity }) => sum + quantity, 0);
        const worth = rows.reduce((sum, row) => sum + Math.round(Number(row.price) * 100) * row.quantity, 0);
        const problems = findBoxProblems(given, lines, sumUndiscounted(lines, "USD"));
        const isFlexible = given.selectionType === "FLEXIBLE";
        const most = given.buildABoxType === "INFINITE" ? null : given.maxProductCount;
        const isWithin =
          pieces > 0 &&
          (!isFlexible || (pieces >= (given.minProductCount ?? 0) && pieces <= (most ?? pieces))) &&
          worth >= Math.round(Number(given.minOrderAmount ?? 0) * 100);
        expect(problems.length === 0).toBe(isWithin);
        for (const problem of problems) {
          if (problem.code === "too_few") expect(pieces + problem.missing).toBe(given.minProductCount);
          if (problem.code === "too_many") expect(pieces - problem.surplus).toBe(most);
        }
      }),
      { numRuns: 300 },
    );
  });
});
