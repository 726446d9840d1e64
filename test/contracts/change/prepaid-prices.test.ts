import fc from "fast-check";
import { expect, test } from "vitest";
import type { Cadence } from "~/features/contracts/change/billing-interval";
import { addLines, swapLines, updateLine } from "~/features/contracts/change/line-edits";
import { atDeliveries, countDeliveries } from "~/features/contracts/change/line-price";
import { changeFrequency, changePlan, type TimedPlan } from "~/features/contracts/change/plan-change";
import { apply } from "../../support/data/contract-generators";
import { aLine, aState, CLOCK } from "../../support/data/contract-state";

const every = (interval: Cadence["interval"], intervalCount: number): Cadence => ({
  interval,
  intervalCount,
});
const prepaid = { billingInterval: "YEAR", billingIntervalCount: 1 } as const;
const aPlan = (billing: Cadence, delivery: Cadence, discountPercentage: string): TimedPlan => ({
  id: 7,
  name: "Plan",
  groupId: 1,
  discountPercentage,
  discountCycles: null,
  laterDiscountPercentage: null,
  billing,
  delivery,
});
const variant = {
  variantId: 2,
  productId: 2,
  title: "Chai",
  variantTitle: null,
  sku: null,
  taxable: true,
  requiresShipping: true,
  price: "7.50",
};

test("an order of a prepaid contract pays for a whole number of deliveries", () => {
  const counts: [Cadence, Cadence, number][] = [
    [every("YEAR", 1), every("MONTH", 1), 12],
    [every("MONTH", 3), every("MONTH", 1), 3],
    [every("WEEK", 26), every("WEEK", 2), 13],
    [every("MONTH", 1), every("MONTH", 1), 1],
    // Policies that only some platforms allow.
    [every("MONTH", 6), every("WEEK", 2), 13],
    [every("WEEK", 1), every("MONTH", 1), 1],
  ];
  for (const [billing, delivery, count] of counts) expect(countDeliveries(billing, delivery)).toBe(count);
});

test("what comes into a prepaid contract costs as much as all deliveries of an order", () => {
  const state = aState({ contract: prepaid, lines: [aLine("a", { currentPrice: "75.84" })] });
  const plan = aPlan(every("YEAR", 1), every("MONTH", 1), "20");
  const offer = { variant, plan, agreedPrice: null };
  const price = { currentPrice: "72.00", basePrice: "90.00" };
  const wanted = [{ ...offer, id: "b", quantity: 2 }];
  expect(addLines(state, wanted).lines?.[1]).toMatchObject(price);
  expect(swapLines(state, ["a"], wanted, { carryDiscount: true }).lines).toMatchObject([price]);
  expect(updateLine(state, "a", { offer }).lines).toMatchObject([price]);
  // A price given explicitly is already that of an order.
  const agreed = [{ ...offer, agreedPrice: "80.00", id: "b", quantity: 1 }];
  expect(addLines(state, agreed).lines?.[1]).toMatchObject({ currentPrice: "80.00" });
});

test("a prepaid plan costs as much as its deliveries do; lines it is not for cost for each what they did", () => {
  const state = aState({ lines: [aLine("tea"), aLine("mug", { currentPrice: "3.35", basePrice: "4" })] });
  const plan = aPlan(every("MONTH", 3), every("MONTH", 1), "15");
  const change = changePlan(state, { plan, plans: [], basePrices: new Map([["tea", "9.90"]]) }, CLOCK);
  expect(change.lines).toMatchObject([
    { currentPrice: "25.24", basePrice: "29.70" },
    { currentPrice: "10.05", basePrice: "12.00" },
  ]);
  // A product that is not in the catalogue keeps its price as the basis.
  const unknown = changePlan(state, { plan, plans: [], basePrices: new Map([["mug", null]]) }, CLOCK);
  expect(unknown.lines?.[1]).toMatchObject({ currentPrice: "10.20", basePrice: "12.00" });
});

test("another frequency of a prepaid contract: lines without a plan cost for each delivery what they did", () => {
  const contract = { billingIntervalCount: 3 };
  const state = aState({ contract, lines: [aLine("a", { currentPrice: "30.00" })] });
  const change = changeFrequency(state, every("MONTH", 6), { plans: [], basePrices: new Map() }, CLOCK);
  expect(change.lines).toMatchObject([{ currentPrice: "60.00" }]);
  // Billed and delivered at once: the price stays.
  const atOnce = changeFrequency(
    aState({ lines: [aLine("a")] }),
    every("MONTH", 6),
    { plans: [], basePrices: new Map() },
    CLOCK,
  );
  expect(atOnce.lines).toBeUndefined();
});

test("more deliveries and back cost to the cent what they did", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 2, max: 60 }), (cents, times) => {
      for (const [code, decimals] of [
        ["JPY", 0],
        ["USD", 2],
        ["KWD", 3],
      ] as const) {
        const price = (cents / 10 ** decimals).toFixed(decimals);
        const line = aLine("a", { currentPrice: price, laterPrice: price, laterAfterCycle: 2 });
        const there = atDeliveries(line, { from: 1, to: times }, code);
        expect(there.currentPrice).toBe(((cents * times) / 10 ** decimals).toFixed(decimals));
        expect(atDeliveries(there, { from: times, to: 1 }, code)).toEqual(line);
      }
    }),
    { numRuns: 100 },
  );
});

test("a change of plan to a prepaid one writes true amounts", () => {
  const none = { contractAmount: "0", orderAmount: "0" };
  const state = aState({ contract: none, lines: [aLine("tea", { quantity: 2 })] });
  const plan = aPlan(every("MONTH", 3), every("MONTH", 1), "15");
  const after = apply(
    state,
    changePlan(state, { plan, plans: [], basePrices: new Map([["tea", "9.90"]]) }, CLOCK),
  );
  expect(after.contract.orderAmount).toBe("50.48");
});
