import { describe, expect, test } from "vitest";
import {
  requireEditable,
  toAddressChange,
  toAttributesChange,
  toLineChange,
  toLineSkip,
  toQuantityChange,
} from "~/features/contracts/change/contract-edits";
import { attributesSchema, isMerchantsKey, trimKey } from "~/features/contracts/change/line-attributes";
import { aLine, aState } from "../../support/data/contract-state";

const problem = (code: string) => expect.objectContaining({ code });
const a = (key: string, value = "x") => ({ key, value });
const EDITS = [
  (state: ReturnType<typeof aState>) => toAddressChange(state, {} as never),
  (state: ReturnType<typeof aState>) => toLineSkip(state, "a", true, false),
  (state: ReturnType<typeof aState>) => toQuantityChange(state, "a", 2),
  (state: ReturnType<typeof aState>) => toAttributesChange(state, "a", [], "merchant"),
];

test("a contract that is over -> no edit, each says why; every other status takes them", () => {
  const lines = [aLine("a"), aLine("b")];
  for (const edit of EDITS) {
    expect(() => edit(aState({ contract: { status: "CANCELLED" }, lines }))).toThrow(
      "This contract is cancelled.",
    );
    expect(() => edit(aState({ contract: { status: "EXPIRED" }, lines }))).toThrow(
      "This contract has ended.",
    );
    for (const status of ["ACTIVE", "PAUSED", "FAILED"] as const)
      expect(edit(aState({ contract: { status }, lines })).events).toEqual(["updated"]);
  }
  expect(() => requireEditable(aState({ contract: { status: "EXPIRED" } }))).toThrow(problem("conflict"));
});

test("another address -> only where orders are shipped", () => {
  const address = { city: "Ulm" } as never;
  expect(toAddressChange(aState(), address)).toEqual({
    action: "contract.address_changed",
    events: ["updated"],
    contract: { deliveryAddress: address },
  });
  for (const [method, message] of [
    ["PICKUP", "picked up"],
    ["LOCAL_DELIVERY", "delivered locally"],
    ["NONE", "Nothing"],
  ] as const) {
    const state = aState({ contract: { deliveryMethodType: method } });
    expect(() => toAddressChange(state, address)).toThrow(message);
    expect(() => toAddressChange(state, address)).toThrow(problem("conflict"));
  }
});

describe("a line left out of the next order", () => {
  const state = aState({ lines: [aLine("a"), aLine("b"), aLine("c", { skippedNextOrder: true })] });
  const marks = (skip: boolean | undefined, id: string) =>
    toLineSkip(state, id, skip, false).lines?.map((line) => line.skippedNextOrder);

  test("that line only, as asked, or the other way round than now", () => {
    expect(marks(true, "a")).toEqual([true, false, true]);
    expect(marks(false, "c")).toEqual([false, false, false]);
    expect(marks(undefined, "a")).toEqual([true, false, true]);
    expect(marks(undefined, "c")).toEqual([false, false, false]);
    expect(marks(false, "a")).toEqual([false, false, true]);
    expect(toLineSkip(state, "a", true, false).action).toBe("contract.line_skipped");
    expect(toLineSkip(state, "c", false, false).action).toBe("contract.line_unskipped");
  });

  test("the last one that is in it -> refused, unless the order has a one-time product; taking it in is always possible", () => {
    const last = aState({ lines: [aLine("a"), aLine("c", { skippedNextOrder: true })] });
    expect(() => toLineSkip(last, "a", true, false)).toThrow(problem("last_line"));
    expect(toLineSkip(last, "a", false, false).lines).toHaveLength(2);
    expect(toLineSkip(last, "c", true, false).lines).toHaveLength(2);
    expect(toLineSkip(last, "a", true, true).lines).toHaveLength(2);
  });

  test("a line that the contract does not have -> not found", () => {
    expect(() => toLineSkip(state, "z", true, false)).toThrow(problem("not_found"));
    expect(() => toQuantityChange(state, "z", 1)).toThrow("The contract has no such line.");
  });
});

describe("a line's quantity", () => {
  test("at most 999; more only if it was imported and stays unchanged", () => {
    const state = aState({ lines: [aLine("a", { quantity: 1500 }), aLine("b")] });
    expect(toQuantityChange(state, "b", 999)).toEqual({
      action: "contract.line_quantity_changed",
      events: ["updated"],
      lines: [aLine("a", { quantity: 1500 }), aLine("b", { quantity: 999 })],
    });
    expect(toQuantityChange(state, "a", 1500).lines).toEqual(state.lines);
    for (const [id, quantity] of [
      ["b", 1000],
      ["a", 1501],
    ] as const)
      expect(() => toQuantityChange(state, id, quantity)).toThrow(
        expect.objectContaining({
          extra: { errors: [expect.objectContaining({ parameter: "quantity", code: "out_of_range" })] },
        }),
      );
  });
});

describe("a line's attributes", () => {
  const state = aState({
    lines: [aLine("a", { customAttributes: [a("size"), a("_batch", "7")] }), aLine("b")],
  });
  const replaced = (wanted: ReturnType<typeof a>[], caller: "customer" | "merchant") => {
    const change = toAttributesChange(state, "a", wanted, caller);
    expect(change).toMatchObject({ action: "contract.line_attributes_changed", events: ["updated"] });
    expect(change.lines?.[1]).toEqual(aLine("b"));
    return change.lines?.[0]?.customAttributes;
  };

  test("a merchant's replace all that were there", () => {
    expect(replaced([a("_lot")], "merchant")).toEqual([a("_lot")]);
    expect(replaced([], "merchant")).toEqual([]);
  });

  test("a customer's replace the customer's; the shop's stay, sent along unchanged or left out", () => {
    expect(replaced([a("colour")], "customer")).toEqual([a("colour"), a("_batch", "7")]);
    expect(replaced([a("_batch", "7"), a("colour")], "customer")).toEqual([a("_batch", "7"), a("colour")]);
    expect(replaced([], "customer")).toEqual([a("_batch", "7")]);
  });

  test("a customer who adds or changes one of the shop's -> forbidden, each by its place", () => {
    const wanted = [a("colour"), a("_batch", "8"), a("_other")];
    expect(() => toAttributesChange(state, "a", wanted, "customer")).toThrow(
      expect.objectContaining({
        code: "forbidden",
        extra: {
          errors: [
            expect.objectContaining({ pointer: "/1/key", code: "forbidden" }),
            expect.objectContaining({ pointer: "/2/key", code: "forbidden" }),
          ],
        },
      }),
    );
    expect(() => toAttributesChange(state, "a", wanted, "customer")).toThrow("the shop's: _batch, _other.");
  });

  test("another attribute of the shop -> an ordinary change", () => {
    const two = aState({ lines: [aLine("a", { customAttributes: [a("_batch", "7"), a("_lot", "8")] })] });
    expect(() => toAttributesChange(two, "a", [a("_batch", "8")], "customer")).toThrow(problem("forbidden"));
    const both = toAttributesChange(two, "a", [a("_lot", "8")], "customer").lines?.[0]?.customAttributes;
    expect(both).toEqual([a("_lot", "8"), a("_batch", "7")]);
  });

  test("one of the shop's that is stored with a blank before it counts as the same", () => {
    const blank = aState({ lines: [aLine("a", { customAttributes: [a(" _batch", "7")] })] });
    expect(
      toAttributesChange(blank, "a", [a("_batch", "7")], "customer").lines?.[0]?.customAttributes,
    ).toEqual([a("_batch", "7")]);
  });

  test("a hundred are possible, one more is too many, the shop's counted", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => a(`k${index}`));
    expect(replaced(many(99), "customer")).toHaveLength(100);
    expect(() => toAttributesChange(state, "a", many(100), "customer")).toThrow(
      expect.objectContaining({
        extra: { errors: [expect.objectContaining({ pointer: "", code: "too_big" })] },
      }),
    );
  });
});

test("quantity, attributes and mark of one line -> one change with all three", () => {
  const state = aState({ lines: [aLine("a"), aLine("b")] });
  const change = toLineChange(state, "a", { quantity: 3, attributes: [a("_lot")], skip: true }, false);
  expect(change).toEqual({
    action: "contract.line_changed",
    events: ["updated"],
    lines: [aLine("a", { quantity: 3, customAttributes: [a("_lot")], skippedNextOrder: true }), aLine("b")],
  });
});

describe("keys of attributes", () => {
  test("blanks and characters without a shape around a key do not count, those within do", () => {
    expect(trimKey(" \u200b_a b\u200d \t")).toBe("_a b");
    expect(isMerchantsKey(" \u200b _a")).toBe(true);
    expect(isMerchantsKey("a_")).toBe(false);
    expect(isMerchantsKey("")).toBe(false);
  });

  test("the same key twice is said at the second one; a blank one is refused by itself", () => {
    const issues = attributesSchema.safeParse([a("k"), a(" k "), a("l")]).error?.issues;
    expect(issues).toMatchObject([{ path: [1, "key"], params: { code: "duplicate_key" } }]);
    expect(attributesSchema.parse([a(" k "), a("l")])).toEqual([a("k"), a("l")]);
    expect(attributesSchema.safeParse([a(" "), a(" ")]).error?.issues.map(({ path }) => path)).toEqual([
      [0, "key"],
      [1, "key"],
    ]);
  });
});
