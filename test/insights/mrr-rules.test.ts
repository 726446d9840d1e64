import fc from "fast-check";
import { expect, test } from "vitest";
import { toContractFact } from "~/features/facts/contract-facts";
import { toMrr } from "~/features/facts/mrr";
import { toOrderFactsOfChange } from "~/features/facts/order-facts";
import { FactTotals } from "~/features/insights/facts/fact-totals";

const MONTHLY = {
  status: "ACTIVE",
  contractAmount: "30.00",
  billingInterval: "MONTH",
  billingIntervalCount: 1,
  currencyCode: "EUR",
  cancellationFeedback: null,
} as const;

test.each([
  ["a month", MONTHLY, "30.0000"],
  ["three months", { ...MONTHLY, billingIntervalCount: 3 }, "10.0000"],
  ["a prepaid year", { ...MONTHLY, billingInterval: "YEAR", contractAmount: "99" }, "8.2500"],
  [
    "two weeks",
    { ...MONTHLY, billingInterval: "WEEK", billingIntervalCount: 2, contractAmount: "11.2" },
    "24.3500",
  ],
  ["a day", { ...MONTHLY, billingInterval: "DAY", contractAmount: "1.0000" }, "30.4375"],
  [
    "half a smallest part is rounded up",
    { ...MONTHLY, billingIntervalCount: 2, contractAmount: "0.0001" },
    "0.0001",
  ],
  ["paused", { ...MONTHLY, status: "PAUSED" }, "0.0000"],
] as const)("MRR of %s", (_name, contract, mrr) => {
  expect(toMrr(contract)).toBe(mrr);
});

const TIME = { day: "2026-03-31", startedOn: "2026-01-15" };

test.each([
  ["made", null, MONTHLY, "NEW", "30.0000"],
  ["made paused", null, { ...MONTHLY, status: "PAUSED" }, "NEW", "0.0000"],
  ["dearer", MONTHLY, { ...MONTHLY, contractAmount: "40" }, "EXPANSION", "10.0000"],
  ["less often", MONTHLY, { ...MONTHLY, billingIntervalCount: 2 }, "CONTRACTION", "-15.0000"],
  ["paused", MONTHLY, { ...MONTHLY, status: "PAUSED" }, "CONTRACTION", "-30.0000"],
  ["resumed", { ...MONTHLY, status: "PAUSED" }, MONTHLY, "EXPANSION", "30.0000"],
  ["cancelled", MONTHLY, { ...MONTHLY, status: "CANCELLED" }, "CHURNED", "-30.0000"],
  [
    "cancelled while paused",
    { ...MONTHLY, status: "PAUSED" },
    { ...MONTHLY, status: "CANCELLED" },
    "CHURNED",
    "0.0000",
  ],
  ["reactivated", { ...MONTHLY, status: "FAILED" }, MONTHLY, "REACTIVATED", "30.0000"],
  [
    "cancelled after it failed",
    { ...MONTHLY, status: "FAILED" },
    { ...MONTHLY, status: "CANCELLED" },
    "MOVED",
    "0.0000",
  ],
] as const)("a contract that is %s", (_name, before, after, kind, amount) => {
  expect(toContractFact(before, after, TIME)).toMatchObject({ ...TIME, kind, amount, count: 1 });
});

test("a change that no number counts is no fact", () => {
  expect(toContractFact(MONTHLY, { ...MONTHLY, contractAmount: "30.0000" }, TIME)).toBeNull();
  const paused = { ...MONTHLY, status: "PAUSED" } as const;
  expect(toContractFact(paused, { ...paused, contractAmount: "40" }, TIME)).toBeNull();
});

test.each([
  ["CANCELLED", "Too expensive: I have three now", "Too expensive"],
  ["CANCELLED", "Moving", "Moving"],
  ["CANCELLED", null, "No reason given"],
  ["CANCELLED", "  ", "No reason given"],
  ["EXPIRED", null, "Ran out"],
  ["FAILED", null, "Payment failed"],
] as const)("why a contract that is %s with %j ended", (status, cancellationFeedback, reason) => {
  expect(toContractFact(MONTHLY, { ...MONTHLY, status, cancellationFeedback }, TIME)).toMatchObject({
    reason,
  });
});

test("the facts of a contract's life add up to its MRR", () => {
  const contract = fc.record({
    status: fc.constantFrom("ACTIVE", "PAUSED", "CANCELLED", "EXPIRED", "FAILED"),
    contractAmount: fc.integer({ min: 0, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(4)),
    billingInterval: fc.constantFrom("DAY", "WEEK", "MONTH", "YEAR"),
    billingIntervalCount: fc.integer({ min: 1, max: 52 }),
    currencyCode: fc.constant("EUR"),
    cancellationFeedback: fc.constant(null),
  });
  const inUnits = (amount: string) => BigInt(amount.replace(".", ""));
  fc.assert(
    fc.property(fc.array(contract, { minLength: 1, maxLength: 12 }), (life) => {
      const sum = life.reduce((units, after, index) => {
        const fact = toContractFact(life[index - 1] ?? null, after, TIME);
        return units + inUnits(fact?.amount ?? "0.0000");
      }, 0n);
      expect(sum).toBe(inUnits(toMrr(life[life.length - 1] ?? MONTHLY)));
    }),
  );
});

const ORDER = {
  status: "QUEUED",
  billingDate: new Date("2026-03-31T22:30:00Z"),
  completedAt: null,
  firstFailedAt: null,
  firstErrorCode: null,
  givenUpAt: null,
  orderAmount: null,
  orderId: null,
} as const;
const CONTEXT = {
  currencyCode: "EUR",
  triedAmount: "34.90",
  toDay: (instant: Date) => new Date(instant.getTime() + 2 * 3_600_000).toISOString().slice(0, 10),
};
const listFacts = (
  ...[before, after]: Parameters<typeof toOrderFactsOfChange> extends [infer A, infer B, ...unknown[]]
    ? [A, B]
    : never
) =>
  toOrderFactsOfChange(before, after, CONTEXT).map(
    ({ day, kind, count, amount }) => `${day} ${kind} ${count} ${amount}`,
  );

test("an order is paid, fails, is recovered or lost on the day it is, and skipped on the day it was planned for", () => {
  const failedAt = new Date("2026-04-01T09:00:00Z");
  const failed = { ...ORDER, status: "FAILURE", firstFailedAt: failedAt } as const;
  const paid = {
    status: "SUCCESS",
    completedAt: new Date("2026-04-03T22:00:00Z"),
    orderAmount: "34.90",
    orderId: 7,
  } as const;
  expect(listFacts(ORDER, { ...ORDER, ...paid })).toEqual(["2026-04-04 PAID 1 34.90"]);
  expect(listFacts(ORDER, failed)).toEqual(["2026-04-01 FAILED 1 34.90"]);
  expect(listFacts(failed, failed)).toEqual([]);
  expect(listFacts(failed, { ...failed, ...paid })).toEqual([
    "2026-04-04 PAID 1 34.90",
    "2026-04-04 RECOVERED 1 34.90",
  ]);
  const lost = { ...failed, givenUpAt: new Date("2026-04-15T09:00:00Z") } as const;
  expect(listFacts(failed, lost)).toEqual(["2026-04-15 LOST 1 34.90"]);
  expect(listFacts(failed, { ...lost, status: "SKIPPED" })).toEqual([
    "2026-04-15 LOST 1 34.90",
    "2026-04-01 SKIPPED 1 0",
  ]);
  expect(listFacts(ORDER, { ...ORDER, status: "SKIPPED" })).toEqual(["2026-04-01 SKIPPED 1 0"]);
  expect(listFacts({ ...ORDER, status: "SKIPPED" }, ORDER)).toEqual(["2026-04-01 SKIPPED -1 0"]);
});

test("an amount of any size is reckoned exactly, and so is what they sum up to", () => {
  const totals = new FactTotals();
  const all = fc.property(
    fc.integer({ min: 0, max: 99_999_999_999_999 }),
    fc.integer({ min: 1, max: 521 }),
    (units, billingIntervalCount) => {
      const contractAmount = `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, "0")}`;
      const divisor = 112n * BigInt(billingIntervalCount);
      const wanted = (2n * BigInt(units) * 487n + divisor) / (2n * divisor);
      const mrr = toMrr({ status: "ACTIVE", contractAmount, billingInterval: "WEEK", billingIntervalCount });
      expect(BigInt(mrr.replace(".", ""))).toBe(wanted);
    },
  );
  fc.assert(all, {
    examples: [
      [99_999_999_999_999, 1],
      [0, 521],
    ],
  });
  const day = { day: "2026-03-01", kind: "PAID", currencyCode: "VND", fromStatus: "", toStatus: "" } as const;
  for (let times = 0; times < 1000; times++) totals.addDay(day, { count: 1, amount: "9999999999.9999" });
  totals.addDay(day, { count: 1, amount: "-0.9999" });
  expect(totals.minus(new FactTotals())).toMatchObject([{ count: 1001, amount: "9999999999998.9001" }]);
});
