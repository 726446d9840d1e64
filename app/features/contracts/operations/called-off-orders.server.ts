import { findNextQueued } from "~/features/billing/billing-attempts.repo.server";
import type { ContractChange, ContractState } from "~/features/contracts/contract-change";
import { moveOneTimeProducts } from "~/features/one-time-products/move-products.repo.server";

/** Orders that a new plan has no slot for are called off: their one-time products go with the next one that is left. */
export function withProductsMoved(
  { contract: { shopId, id } }: ContractState,
  change: ContractChange,
): ContractChange {
  const calledOff = (change.attempts ?? []).filter(({ status }) => status === "CANCELLED");
  if (calledOff.length === 0) return change;
  return {
    ...change,
    also: async (tx) => {
      const next = await findNextQueued(tx, shopId, id, null);
      if (next !== null)
        for (const attempt of calledOff) await moveOneTimeProducts(tx, shopId, attempt.id, next);
    },
  };
}
