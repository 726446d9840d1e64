import fc from "fast-check";
import {
  type ContractChange,
  type ContractState,
  toContractWrites,
} from "~/features/contracts/change/contract-change";
import { addLines, type LineOffer, type NewLine } from "~/features/contracts/change/line-edits";
import { fromMinorUnits } from "~/lib/money";
import { aState } from "./contract-state";

/** A contract after a change. */
export function apply(state: ContractState, change: ContractChange): ContractState {
  const writes = toContractWrites(state, change);
  return {
    ...state,
    contract: { ...state.contract, ...writes?.contract },
    lines: [...(change.lines ?? state.lines)],
    discounts: [...(change.discounts ?? state.discounts)],
  };
}

export const CURRENCIES = ["JPY", "USD", "KWD"] as const;
const amountIn = (currencyCode: string) =>
  fc.bigInt({ min: 0n, max: 500_000n }).map((units) => fromMinorUnits(units, currencyCode));

const offerIn = (currencyCode: string): fc.Arbitrary<LineOffer> =>
  fc
    .record({
      id: fc.integer({ min: 1, max: 9 }),
      price: amountIn(currencyCode),
      plan: fc.option(
        fc.record({
          first: fc.integer({ min: 0, max: 100 }),
          cycles: fc.option(fc.integer({ min: 1, max: 6 })),
          later: fc.integer({ min: 0, max: 100 }),
        }),
      ),
    })
    .map(({ id, price, plan }) => ({
      variant: {
        variantId: id,
        productId: id,
        title: `Product ${id}`,
        variantTitle: null,
        sku: null,
        taxable: true,
        requiresShipping: true,
        price,
      },
      plan: plan && {
        id,
        name: `Plan ${id}`,
        discountPercentage: String(plan.first),
        discountCycles: plan.cycles,
        laterDiscountPercentage: String(plan.later),
      },
      agreedPrice: null,
    }));

const newLineIn = (currencyCode: string): fc.Arbitrary<NewLine> =>
  fc
    .tuple(offerIn(currencyCode), fc.uuid(), fc.integer({ min: 1, max: 99 }))
    .map(([offer, id, quantity]) => ({ ...offer, id, quantity }));

/** A contract of several lines and discounts, with the offers its lines came from. */
export const aContract = fc.constantFrom(...CURRENCIES).chain((currencyCode) =>
  fc
    .record({
      lines: fc.array(newLineIn(currencyCode), { minLength: 2, maxLength: 5 }),
      deliveryPrice: amountIn(currencyCode),
      paidOrders: fc.nat(5),
      discounts: fc.array(
        fc.record({
          percent: fc.integer({ min: 0, max: 100 }),
          fixed: fc.option(amountIn(currencyCode)),
          appliesOnEachItem: fc.boolean(),
          coverage: fc.option(fc.uniqueArray(fc.nat(4), { minLength: 1 })),
          isUsedUp: fc.boolean(),
        }),
        { maxLength: 4 },
      ),
      added: fc.array(newLineIn(currencyCode), { minLength: 1, maxLength: 3 }),
    })
    .map(({ lines: wanted, discounts, added, deliveryPrice, paidOrders }) => {
      const empty = aState({
        contract: { currencyCode, deliveryPrice, contractAmount: "-1", orderAmount: "-1" },
        paidOrders,
      });
      const { lines } = apply(empty, addLines(empty, wanted));
      const made = discounts.flatMap(
        ({ percent, fixed, coverage, appliesOnEachItem, isUsedUp }, index): ContractState["discounts"] => {
          const lineIds = coverage?.flatMap((at) => lines[at]?.id ?? []) ?? null;
          if (lineIds?.length === 0) return [];
          return [
            {
              shopId: 1,
              contractId: 1,
              id: `discount-${index}`,
              title: `Discount ${index}`,
              code: null,
              valueType: fixed === null ? "PERCENTAGE" : "FIXED_AMOUNT",
              value: fixed ?? String(percent),
              lineIds,
              appliesOnEachItem,
              recurringCycleLimit: isUsedUp ? 1 : null,
              usageCount: isUsedUp ? 1 : 0,
              createdAt: new Date(0),
            },
          ];
        },
      );
      const state: ContractState = { ...empty, discounts: made };
      return { state: apply(state, { action: "contract.changed", events: [], lines }), wanted, added };
    }),
);
