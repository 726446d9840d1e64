import { describe, expect, test } from "vitest";
import { type DraftProduct, toOrderDraft } from "~/features/billing/records/order-draft";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { aLine, aState } from "../support/data/contract-state";

const aDiscount = (id: string, more: Partial<ContractState["discounts"][number]> = {}) =>
  ({
    id,
    title: id,
    code: null,
    valueType: "FIXED_AMOUNT",
    value: "10",
    lineIds: null,
    appliesOnEachItem: false,
    recurringCycleLimit: 1,
    usageCount: 0,
    ...more,
  }) as unknown as ContractState["discounts"][number];

const aProduct = (discounts: DraftProduct["discounts"]): DraftProduct => ({
  productId: null,
  variantId: null,
  title: "Filters",
  variantTitle: null,
  sku: null,
  taxable: true,
  requiresShipping: true,
  price: "30",
  quantity: 1,
  discounts,
});

describe("the discounts of an order", () => {
  test("those that took something off; what finds nothing left is for the next order", () => {
    const discounts = [aDiscount("r1"), aDiscount("r2"), aDiscount("r3")];
    const state = aState({ lines: [aLine("a", { currentPrice: "15" })], discounts });
    const draft = toOrderDraft(state, [], null);
    expect(draft.discounts.map(({ id, amount }) => `${id} ${amount}`)).toEqual(["r1 10.00", "r2 5.00"]);
    expect(draft.total).toBe("0.00");
  });

  test("none of an order that leaves out all lines, though it has a product at its full price", () => {
    const lines = [aLine("a", { skippedNextOrder: true })];
    const draft = toOrderDraft(aState({ lines, discounts: [aDiscount("r1")] }), [aProduct([])], null);
    expect([draft.discounts, draft.total]).toEqual([[], "30.00"]);
  });

  test("also those that reduced its one-time products, each once, if the contract has them or not", () => {
    const had = { id: "had", title: "Had", code: "HAD" };
    const kept = { id: "kept", title: "kept", code: null };
    const lines = [aLine("a", { skippedNextOrder: true })];
    const state = aState({ lines, discounts: [aDiscount("kept", { valueType: "PERCENTAGE" })] });
    const draft = toOrderDraft(state, [aProduct([had, kept]), aProduct([had])], null);
    expect(draft.discounts).toEqual([
      { ...kept, amount: "0" },
      { ...had, amount: "0" },
    ]);
  });
});
