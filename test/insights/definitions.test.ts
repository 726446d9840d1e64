import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  countDays,
  countMonths,
  listMonths,
  listPointDates,
  toPreviousRange,
} from "~/features/insights/definitions/day-range";
import type { FactSum } from "~/features/insights/definitions/fact-tally";
import { NUMBERS } from "~/features/insights/definitions/numbers";
import { toNumbers } from "~/features/insights/definitions/overview";
import { toDayString } from "~/lib/format";
import { toDayReader } from "~/lib/shop-calendar.server";

test("docs/insights.md has the definitions that stand beside the numbers, word for word", () => {
  const text = readFileSync("docs/insights.md", "utf8").replaceAll(/\s+/g, " ");
  for (const [name, { label, definition }] of Object.entries(NUMBERS))
    expect(text).toContain(`| ${label} | \`${name}\` | ${definition} |`);
});

const MARCH = { from: "2026-03-01", to: "2026-03-31" };

test("days, weeks and months of a range", () => {
  expect(countDays(MARCH)).toBe(31);
  expect(toPreviousRange(MARCH)).toEqual({ from: "2026-01-29", to: "2026-02-28" });
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(listPointDates({ from: "2026-03-28", to: "2026-03-30" }, "DAY")).toEqual([
    "2026-03-28",
    "2026-03-29",
    "2026-03-30",
  ]);
  expect(listPointDates({ from: "2026-03-04", to: "2026-03-16" }, "WEEK")).toEqual([
    "2026-03-04",
    "2026-03-09",
    "2026-03-16",
  ]);
  expect(listPointDates({ from: "2025-12-31", to: "2026-02-01" }, "MONTH")).toEqual([
    "2025-12-31",
    "2026-01-01",
    "2026-02-01",
  ]);
  expect(listMonths({ from: "2025-12-31", to: "2026-01-01" })).toEqual(["2025-12-01", "2026-01-01"]);
  expect(countMonths("2025-11-01", "2026-03-01")).toBe(4);
});

const sum = (fields: Partial<FactSum>): FactSum => ({
  kind: "NEW",
  currencyCode: "EUR",
  fromStatus: "",
  toStatus: "",
  count: 1,
  amount: "0",
  subscribers: 0,
  ...fields,
});

test("rates, averages and lifetime value of a month", () => {
  const opening = [
    sum({ toStatus: "ACTIVE", count: 20, amount: "600", subscribers: 18 }),
    sum({ kind: "CONTRACTION", fromStatus: "ACTIVE", toStatus: "PAUSED", count: 4, amount: "-120" }),
    sum({ toStatus: "ACTIVE", count: 2, amount: "90", currencyCode: "USD", subscribers: 2 }),
  ];
  const within = [
    sum({
      kind: "CHURNED",
      fromStatus: "ACTIVE",
      toStatus: "CANCELLED",
      count: 2,
      amount: "-60",
      subscribers: -1,
    }),
    sum({ kind: "CONTRACTION", fromStatus: "ACTIVE", toStatus: "ACTIVE", count: 1, amount: "-12" }),
    sum({ kind: "PAID", count: 16, amount: "512.80" }),
    sum({ kind: "PAID", count: 2, amount: "90", currencyCode: "USD" }),
    sum({ kind: "RECOVERED", count: 3, amount: "90" }),
    sum({ kind: "LOST", count: 1, amount: "30" }),
    sum({ kind: "REFUNDED", count: 1, amount: "5.50" }),
  ];
  expect(toNumbers(opening, within, 30.4375, "EUR")).toMatchObject({
    mrr: 408,
    contractionMrr: 12,
    churnedMrr: 60,
    activeContracts: 16,
    pausedContracts: 4,
    subscribers: 19,
    churnedContracts: 2,
    contractChurnRate: 2 / 22,
    revenueChurnRate: 72 / 480,
    paidOrders: 18,
    revenue: 512.8,
    averageOrder: 512.8 / 16,
    lifetimeValue: 408 / 14 / (2 / 22),
    recoveryRate: 0.75,
    refunds: 5.5,
  });
});

test("a shop without anything has no rates, and nothing is minus zero", () => {
  const numbers = toNumbers([], [], 30, "EUR");
  expect(numbers).toMatchObject({
    contractChurnRate: null,
    averageOrder: null,
    lifetimeValue: null,
    recoveryRate: null,
  });
  expect(Object.values(numbers).filter((value) => Object.is(value, -0))).toEqual([]);
});

test("the day of an instant in a zone is the same, asked once or for very many", () => {
  const instant = fc.date({ min: new Date("2005-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
  const zones = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "America/Sao_Paulo",
  ];
  for (const timeZone of zones) {
    const read = toDayReader(timeZone);
    const isSame = (at: Date) => read(at) === toDayString(at, timeZone);
    fc.assert(fc.property(instant, isSame), { numRuns: 300 });
  }
});
