import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { toWayBack } from "~/features/contracts/way-back/way-back";
import { keepWayBack } from "~/features/contracts/way-back/way-backs.repo.server";

/**
 * Adds the data for undoing a change, stored in its transaction; returns the change alone where no undo is possible.
 */
export function withWayBack(state: ContractState, change: ContractChange, now: Date): ContractChange {
  const content = toWayBack(state, change);
  if (!content) return change;
  const { contract } = state;
  return {
    ...change,
    also: async (tx) => {
      await change.also?.(tx);
      const { action } = change;
      await keepWayBack(tx, contract, { version: contract.version + 1, action, content }, now);
    },
  };
}
