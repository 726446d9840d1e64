import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { toContractWrites } from "~/features/contracts/change/contract-change";
import { addLines, removeLines, swapLines, updateLine } from "~/features/contracts/change/line-edits";
import { changePlan } from "~/features/contracts/change/plan-change";
import { toDeliveryPriceChange, toDiscountAddition, toNoteChange } from "~/features/contracts/change/terms";
import { takeBack, toUndo } from "~/features/contracts/undo/undo";
import { aContract, apply } from "../../../support/data/contract-generators";
import { aState, CLOCK, NOW } from "../../../support/data/contract-state";

/** Applies a change, including new dates of its orders. */
function applyAll(state: ContractState, change: ContractChange): ContractState {
  const dated = new Map(toContractWrites(state, change)?.attempts.map(({ id, fields }) => [id, fields]));
  const attempts = state.attempts.map((attempt) => ({ ...attempt, ...dated.get(attempt.id) }));
  return { ...apply(state, change), attempts };
}

/** As it is read back from the database. */
const applyAndUndo = (before: ContractState, change: ContractChange): ContractState => {
  const undo = toUndo(before, change);
  const after = applyAll(before, change);
  return undo ? applyAll(after, takeBack(after, undo, change.action, CLOCK)) : after;
};

const EDITS = [
  "add",
  "remove",
  "swap",
  "quantity",
  "price",
  "delivery",
  "percent",
  "amount",
  "note",
  "plan",
] as const;

test("any edit and its undo: the contract is as before, to the cent, in currencies of 0, 2 and 3 decimals", () => {
  fc.assert(
    fc.property(aContract, fc.constantFrom(...EDITS), fc.nat(9), ({ state, added }, kind, at) => {
      const line = state.lines[at % state.lines.length];
      const offers = added.map((one) => ({ ...one, id: randomUUID() }));
      const [offer] = offers;
      if (!line || !offer) throw new Error("generated nothing");
      const price = offer.variant.price;
      const discount = { title: "Sorry", recurringCycleLimit: null, appliesOnEachItem: at > 4 };
      const clock = { id: randomUUID(), now: NOW };
      const edits: Record<(typeof EDITS)[number], () => ContractChange> = {
        add: () => addLines(state, offers),
        remove: () => removeLines(state, [line.id], { removeDiscount: at > 4 }),
        swap: () => swapLines(state, [line.id], offers, { carryDiscount: at > 4 }),
        quantity: () => updateLine(state, line.id, { quantity: at + 1 }),
        price: () => updateLine(state, line.id, { agreedPrice: price }),
        delivery: () => toDeliveryPriceChange(state, price),
        percent: () =>
          toDiscountAddition(state, { ...discount, valueType: "PERCENTAGE", value: `${at}` }, clock),
        amount: () =>
          toDiscountAddition(state, { ...discount, valueType: "FIXED_AMOUNT", value: price }, clock),
        note: () => toNoteChange(state, `Note ${at}`),
        plan: () => {
          const billing = { interval: "WEEK" as const, intervalCount: at + 2 };
          const terms = { discountPercentage: `${at}`, discountCycles: null, laterDiscountPercentage: null };
          const plan = { id: 77, name: "Weeks", groupId: null, ...terms, billing, delivery: billing };
          return changePlan(state, { plan, basePrices: new Map([[line.id, price]]), plans: [] }, CLOCK);
        },
      };
      expect(applyAndUndo(state, edits[kind]())).toEqual(state);
    }),
    { numRuns: 400 },
  );
});

const weekly = (state: ContractState) => {
  const billing = { interval: "WEEK" as const, intervalCount: 2 };
  const terms = { discountPercentage: null, discountCycles: null, laterDiscountPercentage: null };
  const basePrices = new Map(state.lines.map(({ id }) => [id, "10"]));
  const plan = { id: 7, name: "Weekly", groupId: null, ...terms, billing, delivery: billing };
  return changePlan(state, { plan, basePrices, plans: [] }, CLOCK);
};
const oneLine = () => {
  const empty = aState({ contract: { contractAmount: "0", orderAmount: "0" } });
  const variant = { title: "Tea", variantTitle: null, sku: null, taxable: true, requiresShipping: true };
  const offer = {
    variant: { ...variant, variantId: 1, productId: 1, price: "10" },
    plan: null,
    agreedPrice: null,
  };
  return apply(empty, addLines(empty, [{ ...offer, id: "a", quantity: 1 }]));
};

test("a plan whose former dates have passed, or whose order was made, is not taken back", () => {
  const state = oneLine();
  const change = weekly(state);
  const undo = toUndo(state, change);
  const after = applyAll(state, change);
  if (!undo) throw new Error("no undo");
  const late = { now: new Date("2026-01-21T00:00:00Z") };
  expect(() => takeBack(after, undo, change.action, late)).toThrow("due or made already");
  const made = { ...after, attempts: after.attempts.slice(1) };
  expect(() => takeBack(made, undo, change.action, CLOCK)).toThrow("due or made already");
});

test("there is no undo where nothing changes, where a code's use is given back, and of what is written elsewhere", () => {
  const state = oneLine();
  expect(toUndo(state, toNoteChange(state, ""))).toBeNull();
  const discount = { title: "X", valueType: "PERCENTAGE" as const, value: "5", recurringCycleLimit: null };
  const given = toDiscountAddition(state, { ...discount, appliesOnEachItem: false }, { id: "d", now: NOW });
  const ofCode = (usageCount: number) => {
    const discounts = given.discounts?.map((each) => ({ ...each, code: "X", usageCount })) ?? [];
    return toUndo(
      { ...state, discounts },
      { action: "contract.discount_removed", events: ["updated"], discounts: [] },
    );
  };
  expect([ofCode(0), ofCode(1)?.discounts?.length]).toEqual([null, 1]);
  expect(
    toUndo(state, { action: "contract.changed", events: [], alsoChanged: ["oneTimeProducts"] }),
  ).toBeNull();
});
