import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AmountDiscount,
  type AmountLine,
  computeContractAmounts,
  computeOrderAmount,
} from "~/features/contracts/amounts";
import {
  addMoney,
  compareMoney,
  fromMinorUnits,
  minMoney,
  percentageOf,
  roundMoney,
  subtractMoney,
  sumMoney,
} from "~/lib/money";

const discount = (overrides: Partial<AmountDiscount>): AmountDiscount => ({
  id: "d1",
  valueType: "PERCENTAGE",
  value: "10",
  lineIds: null,
  appliesOnEachItem: false,
  recurringCycleLimit: null,
  usageCount: 0,
  ...overrides,
});
const compute = (lines: AmountLine[], discounts: AmountDiscount[] = [], deliveryPrice = "0") =>
  computeContractAmounts({ currencyCode: "USD", deliveryPrice, lines, discounts });

const beans: AmountLine = { id: "beans", quantity: 2, currentPrice: "14.5000" };
const tea: AmountLine = { id: "tea", quantity: 1, currentPrice: "9.9900" };

test("an order costs quantity × price of its lines, plus delivery", () => {
  expect(compute([beans, tea], [], "4.9900")).toMatchObject({
    contractAmount: "38.99",
    deliveryPrice: "4.99",
    orderAmount: "43.98",
  });
});

test("a discount that takes nothing off a line is not shown there", () => {
  const free = { ...tea, currentPrice: "0" };
  const { lines } = compute([beans, free], [discount({ value: "0" }), discount({ id: "d2" })]);
  expect(lines.map(({ allocations }) => allocations)).toEqual([[{ discountId: "d2", amount: "2.90" }], []]);
});

test("one order costs its lines without those left out, plus its one-time products at their frozen price", () => {
  const contract = { currencyCode: "USD", deliveryPrice: "4.99", discounts: [discount({})] };
  const lines = [
    { ...beans, skippedNextOrder: false },
    { ...tea, skippedNextOrder: true },
  ];
  expect(computeOrderAmount({ ...contract, lines }, [{ price: "3.005", quantity: 3 }])).toBe("40.11");
  expect(computeOrderAmount({ ...contract, lines }, [])).toBe("31.09");
});

test("a percentage is rounded to the cent on every line it covers", () => {
  const result = compute([beans, tea], [discount({ value: "12.5" })]);
  expect(result.lines.map((line) => line.discounted)).toEqual(["25.37", "8.74"]);
  expect(result.contractAmount).toBe("34.11");
});

test("a discount for some lines leaves the others alone", () => {
  const result = compute([beans, tea], [discount({ value: "50", lineIds: ["tea"] })]);
  expect(result.lines.map((line) => line.discounted)).toEqual(["29.00", "4.99"]);
});

test("a fixed amount is split in proportion over the lines and never takes more than they cost", () => {
  const five = discount({ valueType: "FIXED_AMOUNT", value: "5.0000" });
  expect(compute([beans, tea], [five]).lines.map((line) => line.allocations)).toEqual([
    [{ discountId: "d1", amount: "3.72" }],
    [{ discountId: "d1", amount: "1.28" }],
  ]);
  const huge = discount({ valueType: "FIXED_AMOUNT", value: "500" });
  expect(compute([beans, tea], [huge], "3")).toMatchObject({ contractAmount: "0.00", orderAmount: "3.00" });
});

test("a second discount counts on what the first left", () => {
  const half = discount({ value: "50" });
  expect(compute([beans], [half, { ...half, id: "d2" }]).contractAmount).toBe("7.25");
});

test("a discount that has been used in all its orders no longer counts", () => {
  const limited = discount({ value: "50", recurringCycleLimit: 3 });
  expect(compute([beans], [{ ...limited, usageCount: 2 }]).contractAmount).toBe("14.50");
  expect(compute([beans], [{ ...limited, usageCount: 3 }]).contractAmount).toBe("29.00");
});

const money = fc.bigInt({ min: 0n, max: 10n ** 8n }).map((units) => fromMinorUnits(units, "KWD"));
const someLines = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 999 }), currentPrice: money }), {
  maxLength: 6,
});
const someDiscounts = fc.array(
  fc.record({
    percent: fc.integer({ min: 0, max: 100 }),
    fixed: fc.option(money, { nil: null }),
    coverage: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 7 })), { nil: null }),
  }),
  { maxLength: 4 },
);

test("for any lines and discounts no amount is negative, and everything adds up exactly", () => {
  fc.assert(
    fc.property(
      someLines,
      someDiscounts,
      money,
      fc.constantFrom("USD", "JPY", "KWD"),
      (lines, discounts, deliveryPrice, currencyCode) => {
        const result = computeContractAmounts({
          currencyCode,
          deliveryPrice,
          lines: lines.map((line, index) => ({ ...line, id: String(index) })),
          discounts: discounts.map(({ percent, fixed, coverage }, index) =>
            discount({
              id: String(index),
              valueType: fixed ? "FIXED_AMOUNT" : "PERCENTAGE",
              value: fixed ?? String(percent),
              lineIds: coverage?.map(String) ?? null,
            }),
          ),
        });
        for (const line of result.lines) {
          const taken = sumMoney(line.allocations.map((allocation) => allocation.amount));
          expect(compareMoney(subtractMoney(line.subtotal, taken), line.discounted)).toBe(0);
          expect(compareMoney(line.discounted, "0")).toBeGreaterThanOrEqual(0);
        }
        const total = sumMoney(result.lines.map((line) => line.discounted));
        expect(compareMoney(total, result.contractAmount)).toBe(0);
        expect(result.orderAmount).toBe(addMoney(result.contractAmount, result.deliveryPrice));
      },
    ),
  );
});

test("the allocations of a discount add up to the discount: its amount, or its percentage of each line, of what those before it left", () => {
  fc.assert(
    fc.property(
      someLines,
      someDiscounts,
      fc.constantFrom("USD", "JPY", "KWD"),
      (lines, given, currencyCode) => {
        const discounts = given.map(({ percent, fixed, coverage }, index) =>
          discount({
            id: String(index),
            valueType: fixed ? "FIXED_AMOUNT" : "PERCENTAGE",
            value: fixed ?? String(percent),
            lineIds: coverage?.map(String) ?? null,
          }),
        );
        const result = computeContractAmounts({
          currencyCode,
          deliveryPrice: "0",
          lines: lines.map((line, index) => ({ ...line, id: String(index) })),
          discounts,
        });
        const left = new Map(result.lines.map(({ lineId, subtotal }) => [lineId, subtotal]));
        for (const { id, lineIds, valueType, value } of discounts) {
          const taken = result.lines.map(({ lineId, allocations }) => ({
            lineId,
            amount: sumMoney(
              allocations.filter(({ discountId }) => discountId === id).map(({ amount }) => amount),
            ),
          }));
          const covered = [...left].filter(([lineId]) => lineIds?.includes(lineId) ?? true);
          const whole =
            valueType === "PERCENTAGE"
              ? sumMoney(covered.map(([, amount]) => roundMoney(percentageOf(amount, value), currencyCode)))
              : roundMoney(minMoney(value, sumMoney(covered.map(([, amount]) => amount))), currencyCode);
          expect(compareMoney(sumMoney(taken.map(({ amount }) => amount)), whole)).toBe(0);
          for (const { lineId, amount } of taken)
            left.set(lineId, subtractMoney(left.get(lineId) ?? "0", amount));
        }
      },
    ),
  );
});
