import fc from "fast-check";
import { expect, test } from "vitest";
import type { Cadence } from "~/features/contracts/change/billing-interval";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { toPlanPrice } from "~/features/contracts/change/line-price";
import { changeFrequency, changePlan, type TimedPlan } from "~/features/contracts/change/plan-change";
import { compareMoney } from "~/lib/money";
import { ProblemError } from "~/lib/problem";
import { apply } from "../../../support/data/contract-generators";
import { aLine, aState, CLOCK } from "../../../support/data/contract-state";

const monthly: Cadence = { interval: "MONTH", intervalCount: 1 };
const FREQUENCIES: readonly Cadence[] = [
  monthly,
  { interval: "MONTH", intervalCount: 2 },
  { interval: "WEEK", intervalCount: 2 },
  { interval: "YEAR", intervalCount: 1 },
];
const PAID = 2;
const isSame = (one: Cadence, other: Cadence) =>
  one.interval === other.interval && one.intervalCount === other.intervalCount;

/** Groups whose plans have each frequency at most once; the first group sells product 0, the second product 1. */
const someGroups = fc
  .tuple(
    ...[0, 1].map((group) =>
      fc
        .record({
          frequencies: fc.subarray([...FREQUENCIES], { minLength: 1 }),
          percents: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 4, maxLength: 4 }),
          cycles: fc.option(fc.integer({ min: 1, max: 4 })),
        })
        .map(({ frequencies, percents, cycles }) =>
          frequencies.map(
            (billing, at): TimedPlan => ({
              id: group * 10 + at + 1,
              name: `Plan ${group}.${at}`,
              groupId: group,
              discountPercentage: String(percents[at]),
              discountCycles: cycles,
              laterDiscountPercentage: String(percents.at(-1)),
              billing,
              delivery: billing,
            }),
          ),
        ),
    ),
  )
  .map((groups) => groups.flat());

const PRICES = ["19.99", "7.35"];
const basePrices = new Map(PRICES.map((price, at) => [`line-${at}`, price]));
const priceUnder = (at: number, plan: TimedPlan | null) =>
  toPlanPrice(PRICES[at] ?? "0", plan, { currencyCode: "EUR", paidOrders: PAID });

/** A monthly contract of both products, each under its group's monthly plan, where there is one. */
function toContract(plans: readonly TimedPlan[]): ContractState {
  const empty = aState({ paidOrders: PAID, contract: { contractAmount: "0", orderAmount: "0" } });
  const lines = PRICES.map((_, at) => {
    const plan = plans.find(({ groupId, billing }) => groupId === at && isSame(billing, monthly)) ?? null;
    const ofPlan = { sellingPlanId: plan?.id ?? null, sellingPlanName: plan?.name ?? null };
    return aLine(`line-${at}`, { ...priceUnder(at, plan), ...ofPlan, productId: at });
  });
  return apply(empty, { action: "contract.changed", events: [], lines });
}

const setFrequency = (state: ContractState, plans: TimedPlan[], wanted: Cadence) =>
  changeFrequency(state, wanted, { plans, basePrices }, CLOCK);

/** For the line of the plan's group. */
function setPlan(state: ContractState, plans: TimedPlan[], plan: TimedPlan): ContractChange {
  const covered = new Map([...basePrices].filter(([id]) => id === `line-${plan.groupId}`));
  return changePlan(state, { plan, basePrices: covered, plans }, CLOCK);
}

function tryTo(state: ContractState, change: () => ContractChange): ContractState {
  try {
    return apply(state, change());
  } catch (error) {
    if (error instanceof ProblemError) return state;
    throw error;
  }
}

test("after any changes of plan and frequency each line costs what its plan says, and its plan has the contract's frequency", () => {
  const changes = fc.array(fc.tuple(fc.boolean(), fc.nat(20)), { maxLength: 6 });
  fc.assert(
    fc.property(someGroups, changes, (plans, sequence) => {
      const after = sequence.reduce((state, [isPlan, at]) => {
        const plan = plans[at % plans.length];
        const wanted = FREQUENCIES[at % FREQUENCIES.length] ?? monthly;
        return tryTo(state, () =>
          isPlan && plan ? setPlan(state, plans, plan) : setFrequency(state, plans, wanted),
        );
      }, toContract(plans));
      const { billingInterval: interval, billingIntervalCount: intervalCount } = after.contract;
      after.lines.forEach((line, at) => {
        const plan = plans.find(({ id }) => id === line.sellingPlanId) ?? null;
        if (plan) expect([plan.billing, plan.groupId]).toEqual([{ interval, intervalCount }, at]);
        expect(line).toMatchObject(priceUnder(at, plan));
      });
    }),
    { numRuns: 300 },
  );
});

test("there and back by frequency, or to a plan and back by frequency, everything costs what it did", () => {
  fc.assert(
    fc.property(someGroups, fc.nat(20), fc.boolean(), (plans, at, isPlan) => {
      const state = toContract(plans);
      const wanted = FREQUENCIES[at % FREQUENCIES.length] ?? monthly;
      const plan = plans[at % plans.length];
      const there = tryTo(state, () =>
        isPlan && plan ? setPlan(state, plans, plan) : setFrequency(state, plans, wanted),
      );
      const back = tryTo(there, () => setFrequency(there, plans, monthly));
      state.lines.forEach((line, index) => {
        const [now, then] = [back.lines[index], there.lines[index]];
        // A line that had to leave its plan does not get one again by itself: it keeps the price without a plan.
        const former = then?.sellingPlanId === null ? priceUnder(index, null) : line;
        expect(compareMoney(now?.currentPrice ?? "", former.currentPrice)).toBe(0);
      });
    }),
    { numRuns: 300 },
  );
});

test("a plan is refused beside a line that keeps a plan of another frequency, naming that product", () => {
  const terms = { discountPercentage: "20", discountCycles: null, laterDiscountPercentage: null };
  const year: Cadence = { interval: "YEAR", intervalCount: 1 };
  const plans: TimedPlan[] = [
    { id: 1, name: "A month", groupId: 0, ...terms, billing: monthly, delivery: monthly },
    { id: 2, name: "A year", groupId: 1, ...terms, billing: year, delivery: year },
    { id: 3, name: "A month", groupId: 1, ...terms, billing: monthly, delivery: monthly },
  ];
  const state = toContract(plans);
  const toYear = plans[1];
  if (!toYear) throw new Error("no plan");
  expect(() => setPlan(state, plans, toYear)).toThrow(
    expect.objectContaining({
      extra: { errors: [expect.objectContaining({ code: "plan_of_another_frequency" })] },
    }),
  );
  const yearly = apply(state, setFrequency(state, plans, year));
  expect(yearly.lines.map(({ sellingPlanId }) => sellingPlanId)).toEqual([null, 2]);
  expect(yearly.lines.map(({ currentPrice }) => currentPrice)).toEqual(["19.99", "5.88"]);
});
