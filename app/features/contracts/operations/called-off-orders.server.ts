import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { moveOneTimeProducts } from "~/features/contracts/one-time-products/move-products.repo.server";
import { findNextPlanned } from "~/features/order-schedule/billing-attempts.repo.server";

/** Orders without a slot in a new plan are called off: their one-time products move to the next remaining order. */
export function withProductsMoved(
  { contract: { shopId, id } }: ContractState,
  change: ContractChange,
): ContractChange {
  const calledOff = (change.attempts ?? []).filter(({ status }) => status === "CANCELLED");
  if (calledOff.length === 0) return change;
  return {
    ...change,
    also: async (tx) => {
      const next = await findNextPlanned(tx, shopId, id, null);
      if (next !== null)
        for (const attempt of calledOff) await moveOneTimeProducts(tx, shopId, attempt.id, next);
    },
  };
}
