import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { toUndo } from "./undo";
import { keepUndo } from "./undos.repo.server";

/**
 * Adds the data for undoing a change, stored in its transaction; returns the change alone where no undo is possible.
 */
export function withUndo(state: ContractState, change: ContractChange, now: Date): ContractChange {
  const content = toUndo(state, change);
  if (!content) return change;
  const { contract } = state;
  return {
    ...change,
    also: async (tx) => {
      await change.also?.(tx);
      const { action } = change;
      await keepUndo(tx, contract, { version: contract.version + 1, action, content }, now);
    },
  };
}
