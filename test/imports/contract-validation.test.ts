import { describe, expect, test } from "vitest";
import {
  type ContractGroup,
  judgeContract,
  toMissingVariant,
  toUnevenPrice,
} from "~/features/imports/apply/contract-validation";

const NOW = new Date("2026-01-15T11:00:00Z");
const aGroup = (more: Partial<ContractGroup> = {}): ContractGroup => ({
  handle: "S1",
  rows: 2,
  firstLine: 2,
  headLine: 3,
  hasBadRows: false,
  otherHeadLine: null,
  isKnown: false,
  hasCustomer: true,
  isErased: false,
  missingVariants: 0,
  customerId: 11,
  paymentMethodId: "card-1",
  paymentCustomerId: null,
  status: "ACTIVE",
  upcomingBillingDate: new Date("2026-01-20T08:00:00Z"),
  billingInterval: "MONTH",
  billingIntervalCount: 1,
  currencyCode: "EUR",
  deliveryPrice: "4.50",
  unevenPrices: 0,
  contractAmount: "20.00",
  ...more,
});
const judge = (more: Partial<ContractGroup> = {}, paymentOwners = new Map<string, number>()) =>
  judgeContract(aGroup(more), { timeZone: "Europe/Berlin", now: NOW, paymentOwners });
/** The errors that keep a contract out, as "line column value". */
const placesOf = (more: Partial<ContractGroup>, paymentOwners?: Map<string, number>) => {
  const verdict = judge(more, paymentOwners);
  if (verdict.kind !== "KEEP_OUT") throw new Error(`it is ${verdict.kind}`);
  return verdict.findings.map(({ line, column, value }) => `${line} ${column} ${value}`);
};

describe("a contract that goes in", () => {
  test("complete -> the contract's columns, and its payment method now belongs to that customer", () => {
    const owners = new Map<string, number>();
    expect(judge({}, owners)).toEqual({
      kind: "IMPORT",
      head: {
        handle: "S1",
        line: 3,
        nextBillingDate: new Date("2026-01-20T08:00:00Z"),
        contractAmount: "20.00",
        orderAmount: "24.50",
      },
      warnings: [],
      hasUnevenPrices: false,
    });
    expect([...owners]).toEqual([["card-1", 11]]);
  });

  test("without a payment method -> it owns none", () => {
    const owners = new Map<string, number>();
    expect(judge({ paymentMethodId: null }, owners).kind).toBe("IMPORT");
    expect(owners.size).toBe(0);
  });

  test("a date that has passed -> moved on by the interval, with a warning", () => {
    const verdict = judge({ upcomingBillingDate: new Date("2025-11-20T08:00:00Z") });
    expect(verdict).toMatchObject({
      head: { nextBillingDate: new Date("2026-01-20T08:00:00Z") },
      warnings: [{ line: 3, column: "upcoming_billing_date", value: "2025-11-20T08:00:00.000Z" }],
    });
  });

  test("a status without orders to come -> no next date and no warning; PAUSED keeps its date", () => {
    const upcomingBillingDate = new Date("2025-11-20T08:00:00Z");
    for (const status of ["CANCELLED", "EXPIRED", "FAILED"] as const)
      expect(judge({ status, upcomingBillingDate })).toMatchObject({
        head: { nextBillingDate: null },
        warnings: [],
      });
    expect(judge({ status: "PAUSED" })).toMatchObject({
      head: { nextBillingDate: new Date("2026-01-20T08:00:00Z") },
    });
    expect(judge({ status: null })).toMatchObject({ head: { nextBillingDate: null } });
  });

  test("a date without an interval to move it by -> unchanged", () => {
    const upcomingBillingDate = new Date("2025-11-20T08:00:00Z");
    for (const missing of [{ billingInterval: null }, { billingIntervalCount: null }])
      expect(judge({ ...missing, upcomingBillingDate })).toMatchObject({
        head: { nextBillingDate: upcomingBillingDate },
        warnings: [],
      });
    expect(judge({ upcomingBillingDate: null })).toMatchObject({ head: { nextBillingDate: null } });
  });

  test("a delivery price finer than the currency -> rounded, with a warning that names it", () => {
    expect(judge({ deliveryPrice: "4.5050" })).toMatchObject({
      head: { orderAmount: "24.51" },
      warnings: [
        { line: 3, column: "delivery_price", value: "4.505", reason: "EUR has 2 decimals: rounded to 4.51." },
      ],
    });
    expect(judge({ deliveryPrice: "4.5000" })).toMatchObject({ warnings: [] });
  });

  test("prices with more decimals than the currency -> reported", () => {
    expect(judge({ unevenPrices: 1 })).toMatchObject({ kind: "IMPORT", hasUnevenPrices: true });
  });
});

describe("a contract that stays out", () => {
  test("known already -> skipped, whatever else is wrong", () => {
    expect(judge({ isKnown: true, hasBadRows: true, hasCustomer: false })).toEqual({ kind: "SKIP" });
  });

  test("a bad row or a missing variant -> the contract stays out, reported elsewhere; its payment method stays free", () => {
    const owners = new Map<string, number>();
    expect(judge({ hasBadRows: true }, owners)).toEqual({
      kind: "KEEP_OUT",
      findings: [],
      lacksVariants: false,
    });
    expect(judge({ missingVariants: 1 }, owners)).toEqual({
      kind: "KEEP_OUT",
      findings: [],
      lacksVariants: true,
    });
    expect(owners.size).toBe(0);
  });

  test("no row with the contract's own columns -> reported at its first row, unless a bad row may have had them", () => {
    expect(placesOf({ headLine: null })).toEqual(["2 customer_id null"]);
    expect(placesOf({ headLine: null, hasBadRows: true })).toEqual([]);
  });

  test("two rows with different contract columns -> reported at the second", () => {
    expect(placesOf({ otherHeadLine: 7 })).toEqual(["7 customer_id null"]);
  });

  test("a customer the shop does not have -> reported with the id", () => {
    expect(placesOf({ hasCustomer: false })).toEqual(["3 customer_id 11"]);
  });

  test("a payment method of another customer, in the shop or earlier in the import -> reported; one's own is fine", () => {
    const place = ["3 customer_payment_method_id card-1"];
    expect(placesOf({ paymentCustomerId: 12 })).toEqual(place);
    expect(placesOf({}, new Map([["card-1", 12]]))).toEqual(place);
    expect(judge({ paymentCustomerId: 11 }, new Map([["card-1", 12]])).kind).toBe("IMPORT");
    expect(judge({}, new Map([["card-1", 11]])).kind).toBe("IMPORT");
    expect(judge({ paymentMethodId: null, paymentCustomerId: null }).kind).toBe("IMPORT");
  });

  test("five hundred lines are possible, one more is not", () => {
    expect(judge({ rows: 500 }).kind).toBe("IMPORT");
    expect(placesOf({ rows: 501 })).toEqual(["2 handle S1"]);
  });

  test("the largest amount that is stored is possible, more is not", () => {
    expect(judge({ contractAmount: "9999999995.49" }).kind).toBe("IMPORT");
    expect(placesOf({ contractAmount: "9999999999.99", deliveryPrice: "0.01" })).toEqual([
      "3 line_current_price 10000000000.00",
    ]);
  });

  test("the very limit of what is stored is possible", () => {
    const atLimit = { contractAmount: "9999999999.9999", deliveryPrice: "0" };
    expect(judge(atLimit).kind).toBe("IMPORT");
  });

  test("an unknown amount -> refused, without a message of its own", () => {
    for (const missing of [{ contractAmount: null }, { deliveryPrice: null }, { currencyCode: null }])
      expect(placesOf(missing)).toEqual([]);
  });
});

test("a missing variant, and a price with too many decimals -> reported at their rows", () => {
  expect(toMissingVariant({ line: 5, variantId: 9 })).toMatchObject({
    line: 5,
    column: "line_variant_id",
    value: "9",
  });
  expect(toUnevenPrice({ line: 5, price: "0.3350", quantity: 3, currencyCode: "EUR" })).toEqual({
    line: 5,
    column: "line_current_price",
    value: "0.335",
    reason: "EUR has 2 decimals: the line of 3 comes to 1.01.",
  });
});
