import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addMoney,
  allocateMoney,
  compareMoney,
  currencyDecimals,
  MoneySum,
  multiplyMoney,
  percentageOf,
  roundMoney,
  subtractMoney,
  sumMoney,
  toExactAmount,
  trimMoney,
} from "~/lib/money";

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.integer({ min: 0, max: 4 }))
  .map(([negative, units, scale]) => {
    const digits = units.toString().padStart(scale + 1, "0");
    const point = digits.length - scale;
    return `${negative ? "-" : ""}${digits.slice(0, point)}${scale ? `.${digits.slice(point)}` : ""}`;
  });
const positive = decimal.map((amount) => amount.replace("-", ""));
const currency = fc.constantFrom("USD", "JPY", "KWD", "EUR");

describe("adding", () => {
  test("has no binary rounding: 0.1 and 0.2 are 0.3", () => {
    expect(addMoney("0.1", "0.2")).toBe("0.3");
    expect(addMoney("-0.05", "0.05")).toBe("0.00");
    expect(sumMoney(["1", "2.50", "0.0005"])).toBe("3.5005");
  });

  test("does not depend on order or grouping, and subtracting takes it back", () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        expect(addMoney(a, b)).toBe(addMoney(b, a));
        expect(compareMoney(addMoney(addMoney(a, b), c), addMoney(a, addMoney(b, c)))).toBe(0);
        expect(compareMoney(subtractMoney(addMoney(a, b), b), a)).toBe(0);
      }),
    );
  });

  test.each(["", "1.", ".5", "1e3", "1,5", "NaN", " 1"])("refuses %j", (text) => {
    expect(() => addMoney(text, "1")).toThrow(TypeError);
  });
});

test("multiplying by a whole number is adding that often", () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 30 }), (amount, times) => {
      const added = sumMoney(Array.from({ length: times }, () => amount));
      expect(compareMoney(multiplyMoney(amount, times), added)).toBe(0);
    }),
  );
});

test("two complementary percentages make up the whole", () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 100 }), (amount, percent) => {
      const parts = addMoney(
        percentageOf(amount, String(percent)),
        percentageOf(amount, String(100 - percent)),
      );
      expect(compareMoney(parts, amount)).toBe(0);
    }),
  );
});

describe("comparing", () => {
  test("ignores how many zeros are written", () => {
    expect(compareMoney("1.50", "1.5")).toBe(0);
    expect(compareMoney("-0", "0.00")).toBe(0);
    expect(compareMoney("10", "9.9999")).toBe(1);
  });

  test("agrees with the sign of the difference", () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(compareMoney(a, b)).toBe(compareMoney(subtractMoney(a, b), "0"));
        expect(compareMoney(a, b) + compareMoney(b, a)).toBe(0);
      }),
    );
  });
});

describe("rounding", () => {
  test("gives each currency its decimals, half away from zero", () => {
    expect(roundMoney("2.345", "USD")).toBe("2.35");
    expect(roundMoney("-2.345", "USD")).toBe("-2.35");
    expect(roundMoney("2.3449", "USD")).toBe("2.34");
    expect(roundMoney("12", "USD")).toBe("12.00");
    expect(roundMoney("12.5", "JPY")).toBe("13");
    expect(roundMoney("1.0005", "KWD")).toBe("1.001");
  });

  test("moves an amount by at most half a smallest unit, and only once", () => {
    fc.assert(
      fc.property(decimal, currency, (amount, code) => {
        const rounded = roundMoney(amount, code);
        const half = code === "JPY" ? "0.5" : code === "KWD" ? "0.0005" : "0.005";
        const moved = subtractMoney(rounded, amount).replace("-", "");
        expect(compareMoney(moved, half)).toBeLessThanOrEqual(0);
        expect(roundMoney(rounded, code)).toBe(rounded);
        expect(rounded.split(".")[1]?.length ?? 0).toBe(currencyDecimals(code));
      }),
    );
  });
});

describe("allocating", () => {
  test("gives what is left over to the largest remainders", () => {
    expect(allocateMoney("10.00", ["1", "1", "1"], "USD")).toEqual(["3.34", "3.33", "3.33"]);
    expect(allocateMoney("1", ["0.5", "1.5"], "JPY")).toEqual(["0", "1"]);
    expect(allocateMoney("5.00", ["0", "0"], "USD")).toEqual(["0.00", "0.00"]);
    expect(allocateMoney("5.00", [], "USD")).toEqual([]);
  });

  test("weights of several scales count by their value, a negative amount is split like a positive one", () => {
    expect(allocateMoney("1.00", ["0.5", "1.25", "2"], "USD")).toEqual(["0.14", "0.33", "0.53"]);
    expect(allocateMoney("-1.00", ["0.5", "1.25", "2"], "USD")).toEqual(["-0.14", "-0.33", "-0.53"]);
    expect(allocateMoney("1.00", ["1", "1", "4"], "USD")).toEqual(["0.17", "0.17", "0.66"]);
  });

  test("adds up to the amount exactly, and no part is a unit off its share", () => {
    fc.assert(
      fc.property(
        decimal,
        fc.array(positive, { minLength: 1, maxLength: 8 }),
        currency,
        (amount, weights, code) => {
          const parts = allocateMoney(amount, weights, code);
          const hasWeight = weights.some((weight) => compareMoney(weight, "0") > 0);
          expect(compareMoney(sumMoney(parts), hasWeight ? roundMoney(amount, code) : "0")).toBe(0);
          const sign = compareMoney(amount, "0");
          for (const part of parts) expect(compareMoney(part, "0") * sign).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

test("trailing zeros without meaning are removed, and no others", () => {
  const trimmed = {
    "499.4000": "499.4",
    "500.00": "500",
    "500": "500",
    "0.0100": "0.01",
    "100.050": "100.05",
    "-1.0": "-1",
  };
  for (const [amount, wanted] of Object.entries(trimmed)) expect(trimMoney(amount)).toBe(wanted);
});

test("an exact amount has its currency's decimals, and is never rounded", () => {
  expect(toExactAmount("4.9000", "EUR")).toBe("4.90");
  expect(toExactAmount("4.9050", "EUR")).toBe("4.905");
  expect(toExactAmount("490", "JPY")).toBe("490");
  expect(toExactAmount("490.0000", "JPY")).toBe("490");
  expect(toExactAmount("4.9", "KWD")).toBe("4.900");
  expect(() => toExactAmount("4,9", "EUR")).toThrow(TypeError);
  fc.assert(
    fc.property(decimal, currency, (amount, code) => {
      // Neither Postgres nor we write this.
      fc.pre(!/^-[0.]+$/.test(amount));
      const exact = toExactAmount(amount, code);
      expect(compareMoney(exact, amount)).toBe(0);
      const rounded = roundMoney(amount, code);
      expect(exact).toBe(compareMoney(rounded, amount) === 0 ? rounded : trimMoney(amount));
    }),
  );
});

test("a sum of many amounts is exact, whatever their scales, and includes other sums", () => {
  expect(sumMoney([])).toBe("0");
  expect(sumMoney(["0.1", "0.2", "-3", "90000000000000.0001"])).toBe("89999999999997.3001");
  const sum = new MoneySum().add("1.005").include(new MoneySum().add("-2"));
  expect([`${sum}`, sum.toNumber(), new MoneySum().toNumber()]).toEqual(["-0.995", -0.995, 0]);
});
