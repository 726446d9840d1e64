import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { computeContractAmounts } from "~/features/contracts/amounts";
import type { ContractState } from "~/features/contracts/change/contract-change";
import {
  addLines,
  type NewLine,
  removeLines,
  swapLines,
  updateLine,
} from "~/features/contracts/change/line-edits";
import { afterPaidOrder, toPlanPrice, toUnitPrice } from "~/features/contracts/change/line-price";
import { splitContract } from "~/features/contracts/change/split";
import { addMoney, compareMoney, fromMinorUnits, multiplyMoney, roundMoney } from "~/lib/money";
import { aContract, apply, CURRENCIES } from "../../../support/data/contract-generators";
import { aLine } from "../../../support/data/contract-state";

const toAmounts = ({ contract, lines, discounts }: ContractState) =>
  computeContractAmounts({ ...contract, lines, discounts });

test("what was added and is removed again has never been", () => {
  fc.assert(
    fc.property(aContract, ({ state, added }) => {
      const more = apply(state, addLines(state, added));
      expect(more.lines).toHaveLength(state.lines.length + added.length);
      const ids = added.map(({ id }) => id);
      expect(apply(more, removeLines(more, ids, { removeDiscount: true }))).toEqual(state);
    }),
    { numRuns: 200 },
  );
});

test("a swap there and back is as before, and so is an update, whatever else was done between them", () => {
  fc.assert(
    fc.property(aContract, fc.nat(4), fc.boolean(), ({ state, wanted, added }, index, isSwap) => {
      const line = state.lines[index % state.lines.length];
      const [offer] = added;
      const former = wanted.find(({ id }) => id === line?.id);
      if (!line || !offer || !former) return;
      const give = (from: ContractState, one: NewLine): ContractState =>
        isSwap
          ? apply(from, swapLines(from, [line.id], [one], { carryDiscount: true }))
          : apply(from, updateLine(from, line.id, { offer: one, quantity: one.quantity }));
      const there = give(state, offer);
      expect(there.lines[state.lines.indexOf(line)]).toMatchObject({
        id: line.id,
        position: line.position,
        variantId: offer.variant.variantId,
        quantity: offer.quantity,
      });
      expect(give(there, former)).toEqual(state);
    }),
    { numRuns: 200 },
  );
});

test("amounts are those of the lines after any sequence of edits, to the currency's smallest unit, and never negative", () => {
  const edits = fc.array(fc.tuple(fc.constantFrom("add", "remove", "swap", "update"), fc.nat(9)), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(aContract, edits, ({ state, added }, sequence) => {
      const after = sequence.reduce((from, [kind, at]) => {
        const line = from.lines[at % from.lines.length];
        const offers = added.map((one) => ({ ...one, id: randomUUID() }));
        const [offer] = offers;
        if (!line || !offer) return from;
        if (kind === "add") return apply(from, addLines(from, offers));
        if (kind === "swap")
          return apply(from, swapLines(from, [line.id], offers, { carryDiscount: at > 4 }));
        if (kind === "update") return apply(from, updateLine(from, line.id, { quantity: at + 1 }));
        if (from.lines.length === 1) return from;
        return apply(from, removeLines(from, [line.id], { removeDiscount: at > 4 }));
      }, state);
      const { contractAmount, orderAmount, lines } = toAmounts(after);
      expect(compareMoney(after.contract.orderAmount, orderAmount)).toBe(0);
      expect(compareMoney(after.contract.contractAmount, contractAmount)).toBe(0);
      for (const { discounted } of lines) {
        expect(compareMoney(discounted, "0")).toBeGreaterThanOrEqual(0);
        expect(roundMoney(discounted, after.contract.currencyCode)).toBe(discounted);
      }
      const ids = new Set(after.lines.map(({ id }) => id));
      const covered = after.discounts.flatMap(({ lineIds }) => lineIds ?? []);
      expect(covered.filter((id) => !ids.has(id))).toEqual([]);
      expect(new Set(after.lines.map(({ position }) => position)).size).toBe(after.lines.length);
    }),
    { numRuns: 200 },
  );
});

test("split by moving, both contracts cost what the one did: every line, and both together", () => {
  fc.assert(
    fc.property(aContract, fc.nat(), ({ state }, mask) => {
      const lineIds = state.lines.filter((_, at) => (mask >> at) % 2 === 1).map(({ id }) => id);
      fc.pre(lineIds.length > 0 && lineIds.length < state.lines.length);
      const { part, rest } = splitContract(state, lineIds, { isMove: true, newId: randomUUID });
      if (!rest) throw new Error("nothing was left");
      const whole = toAmounts(state);
      const left = apply(state, { action: "contract.changed", events: [], ...rest });
      const moved = toAmounts({ ...state, contract: { ...state.contract, ...part }, ...part });
      expect(addMoney(left.contract.orderAmount, moved.orderAmount)).toBe(whole.orderAmount);
      const each = new Map(whole.lines.map(({ lineId, discounted }) => [lineId, discounted]));
      for (const { lineId, discounted } of [...toAmounts(left).lines, ...moved.lines])
        expect([lineId, discounted]).toEqual([lineId, each.get(lineId)]);
      // Orders apply discounts by the time of their creation, so no two may have the same instant: ids would decide their order.
      const made = part.discounts.map(({ createdAt }) => +createdAt);
      expect(made).toEqual([...new Set(made)].sort((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

test("split by copying, the copied lines cost what they do here, and nothing is shared but their content", () => {
  fc.assert(
    fc.property(aContract, ({ state }) => {
      const lineIds = state.lines.slice(0, 1).map(({ id }) => id);
      const { part, rest } = splitContract(state, lineIds, { isMove: false, newId: randomUUID });
      expect(rest).toBeNull();
      const copied = toAmounts({ ...state, contract: { ...state.contract, ...part }, ...part });
      expect(copied.lines.map(({ discounted }) => discounted)).toEqual([
        toAmounts(state).lines[0]?.discounted,
      ]);
      expect(copied.deliveryPrice).toBe(
        roundMoney(state.contract.deliveryPrice, state.contract.currencyCode),
      );
      expect(part.lines.map(({ id }) => id)).not.toEqual(lineIds);
    }),
    { numRuns: 100 },
  );
});

test("a plan's first price holds for its orders and the later one after them, whenever the line came", () => {
  const plan = {
    id: 1,
    name: "Plan",
    discountPercentage: "20",
    discountCycles: 3,
    laterDiscountPercentage: "5",
  };
  const priceAfter = (paidOrders: number) => toPlanPrice("9.99", plan, { currencyCode: "USD", paidOrders });
  expect(priceAfter(0)).toEqual({
    currentPrice: "7.99",
    basePrice: "9.99",
    laterPrice: "9.49",
    laterAfterCycle: 3,
  });
  expect(priceAfter(3)).toEqual({
    currentPrice: "9.49",
    basePrice: "9.99",
    laterPrice: null,
    laterAfterCycle: null,
  });
  const bought = aLine("a", priceAfter(0));
  const paid = [1, 2, 3, 4].reduce((line, orders) => afterPaidOrder(line, orders), bought);
  expect(afterPaidOrder(bought, 2).currentPrice).toBe("7.99");
  expect(paid).toMatchObject(priceAfter(3));
});

test("a unit price for the whole line comes to that amount, or there is none", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CURRENCIES),
      fc.bigInt({ min: 0n, max: 10n ** 7n }),
      fc.integer({ min: 1, max: 999 }),
      (currencyCode, units, quantity) => {
        const total = fromMinorUnits(units, currencyCode);
        const price = toUnitPrice(total, quantity, currencyCode);
        if (price !== null) expect(roundMoney(multiplyMoney(price, quantity), currencyCode)).toBe(total);
        else expect(quantity).toBeGreaterThan({ JPY: 999, USD: 99, KWD: 9 }[currencyCode]);
      },
    ),
  );
  expect(toUnitPrice("10.00", 3, "USD")).toBe("3.3333");
});
