import { describe, expect, test } from "vitest";
import {
  takesOneTimeProducts,
  toOneTimePrice,
  toVariantHandle,
} from "~/features/contracts/one-time-products/one-time-product";
import { findCoveredLineIds, toCodeState, toPlainDecimal } from "~/features/discounts/discount-code";

const NOW = new Date("2026-01-15T11:00:00Z");
const beside = (ms: number) => new Date(NOW.getTime() + ms);

describe("what prevents a code", () => {
  const stateOf = (code: Partial<Parameters<typeof toCodeState>[0]>) =>
    toCodeState({ isActive: true, startsAt: null, endsAt: null, useLimit: null, uses: 0, ...code }, NOW);

  test("nothing -> ACTIVE, however often it was used without a limit", () => {
    expect(stateOf({})).toBe("ACTIVE");
    expect(stateOf({ uses: 1000 })).toBe("ACTIVE");
  });

  test("at the instant of its end it is over, at the instant of its start it has begun", () => {
    expect(stateOf({ endsAt: NOW })).toBe("ENDED");
    expect(stateOf({ endsAt: beside(1) })).toBe("ACTIVE");
    expect(stateOf({ startsAt: NOW })).toBe("ACTIVE");
    expect(stateOf({ startsAt: beside(1) })).toBe("NOT_STARTED");
    expect(stateOf({ startsAt: beside(-1) })).toBe("ACTIVE");
  });

  test("its last use is allowed, one more is not", () => {
    expect(stateOf({ useLimit: 2, uses: 1 })).toBe("ACTIVE");
    expect(stateOf({ useLimit: 2, uses: 2 })).toBe("USED_UP");
  });

  test("several at once -> switched off is said before its end, the end before its uses", () => {
    const worn = { endsAt: NOW, useLimit: 1, uses: 1 };
    expect(stateOf({ ...worn, isActive: false })).toBe("SWITCHED_OFF");
    expect(stateOf(worn)).toBe("ENDED");
    expect(stateOf({ ...worn, endsAt: null, startsAt: beside(1) })).toBe("NOT_STARTED");
  });
});

test("lines that a code covers -> all where it names no products, else those with one of them", () => {
  const lines = [
    { id: "a", productId: 1 },
    { id: "b", productId: 2 },
    { id: "c", productId: null },
  ];
  expect(findCoveredLineIds({ productIds: null }, lines)).toBeNull();
  expect(findCoveredLineIds({ productIds: [2, 3] }, lines)).toEqual(["b"]);
  expect(findCoveredLineIds({ productIds: [] }, lines)).toEqual([]);
});

test("a stored number -> as people write it", () => {
  const numbers = { "10.5000": "10.5", "10.0000": "10", "100": "100", "0.0500": "0.05", "7.": "7" };
  for (const [stored, written] of Object.entries(numbers)) expect(toPlainDecimal(stored)).toBe(written);
});

describe("what a one-time product costs", () => {
  const lines = [{ id: "a" }, { id: "b" }];
  const aDiscount = (value: string, more: object = {}) => ({
    id: value,
    title: value,
    code: null,
    valueType: "PERCENTAGE" as const,
    value,
    lineIds: null,
    recurringCycleLimit: null,
    usageCount: 0,
    appliesOnEachItem: false,
    ...more,
  });
  const priceWith = (...discounts: ReturnType<typeof aDiscount>[]) =>
    toOneTimePrice("10", { lines, discounts }, "EUR", 0).price;

  test("percentages that come off all lines, one after the other, rounded after each", () => {
    expect(priceWith()).toBe("10.00");
    expect(priceWith(aDiscount("10"), aDiscount("50"))).toBe("4.50");
    expect(
      toOneTimePrice("9.99", { lines, discounts: [aDiscount("33.33"), aDiscount("33.33")] }, "EUR", 0).price,
    ).toBe("4.44");
    expect(priceWith(aDiscount("10", { lineIds: ["b", "a"] }))).toBe("9.00");
  });

  test("amounts, used-up percentages and those of some lines only do not count", () => {
    expect(priceWith(aDiscount("3", { valueType: "FIXED_AMOUNT" }))).toBe("10.00");
    expect(priceWith(aDiscount("10", { recurringCycleLimit: 1, usageCount: 1 }))).toBe("10.00");
    expect(priceWith(aDiscount("10", { lineIds: ["a"] }))).toBe("10.00");
  });

  test("a limited percentage counts for the orders that it reaches, and is named where it reduced the price", () => {
    const discounts = [aDiscount("50", { recurringCycleLimit: 3, usageCount: 1 }), aDiscount("0")];
    const priceAfter = (orders: number) => toOneTimePrice("10", { lines, discounts }, "EUR", orders);
    expect(priceAfter(1)).toEqual({ price: "5.00", discounts: [{ id: "50", title: "50", code: null }] });
    expect(priceAfter(2)).toEqual({ price: "10.00", discounts: [] });
  });

  test("only an ACTIVE contract in the shop's currency takes them", () => {
    const shop = { currencyCode: "EUR" };
    expect(takesOneTimeProducts({ status: "ACTIVE", currencyCode: "EUR" }, shop)).toBe(true);
    expect(takesOneTimeProducts({ status: "PAUSED", currencyCode: "EUR" }, shop)).toBe(false);
    expect(takesOneTimeProducts({ status: "ACTIVE", currencyCode: "USD" }, shop)).toBe(false);
  });

  test("a handle in another script -> kept if the record allows it, else made from the variant's number", () => {
    expect(toVariantHandle("Paper_Filters  No.4", 7)).toBe("paper-filters-no-4");
    expect(toVariantHandle("-tea-", 7)).toBe("tea");
    expect(toVariantHandle("茶", 7)).toBe("variant-7");
  });
});
