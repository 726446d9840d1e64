import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { type NewLine, swapLines } from "~/features/contracts/change/line-edits";
import { splitContract } from "~/features/contracts/change/split";
import { aLine, anAttempt, aState } from "../../support/data/contract-state";

const instead: NewLine = {
  id: "new",
  quantity: 1,
  agreedPrice: "5",
  plan: null,
  variant: {
    variantId: 1,
    productId: 1,
    title: "Tea",
    variantTitle: null,
    sku: null,
    taxable: true,
    requiresShipping: true,
    price: "5",
  },
};

/** A contract whose lines are skipped in the next order, or not. */
const withMarks = (...marks: boolean[]) =>
  aState({ lines: marks.map((skippedNextOrder, at) => aLine(`line-${at}`, { skippedNextOrder })) });

test("what comes instead of several lines is left out of the next order only if all of them were", () => {
  const marksAfter = (state: ContractState, lineIds: string[]) =>
    swapLines(state, lineIds, [instead], { carryDiscount: true }).lines?.map((line) => line.skippedNextOrder);
  expect(marksAfter(withMarks(true, false), ["line-0", "line-1"])).toEqual([false]);
  expect(marksAfter(withMarks(true, true, false), ["line-0", "line-1"])).toEqual([true, false]);
});

test("split, neither contract is left with nothing in its next order", () => {
  const split = (lineIds: string[], isMove: boolean) => () =>
    splitContract(withMarks(true, false, false), lineIds, { isMove, newId: randomUUID });
  const refused = expect.objectContaining({ code: "last_line" });
  expect(split(["line-1", "line-2"], true)).toThrow(refused);
  expect(split(["line-0"], true)).toThrow(refused);
  expect(split(["line-0"], false)).toThrow(refused);
  expect(split(["line-0", "line-1"], true)).not.toThrow();
});

test("split, a contract whose order is being charged stays as it is: what moved would be charged twice", () => {
  for (const status of ["PROCESSING", "UNKNOWN"] as const) {
    const state = { ...withMarks(false, false), attempts: [anAttempt(1, "2026-01-15", status)] };
    for (const isMove of [true, false])
      expect(() => splitContract(state, ["line-0"], { isMove, newId: randomUUID })).toThrow(
        expect.objectContaining({ code: "conflict" }),
      );
  }
});
