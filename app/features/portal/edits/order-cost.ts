import {
  type ContractChange,
  type ContractState,
  toContractWrites,
} from "~/features/contracts/change/contract-change";
import { ProblemError } from "~/lib/problem";

/**
 * Effect of an edit that was only tried: the change, and what each order would cost (decimal, the contract's currency).
 */
export type Tried = { change: ContractChange; orderAmount: string };

/** Runs the edit's own rule without writing; null where it refuses. */
export function tryEdit(state: ContractState, rule: () => ContractChange): Tried | null {
  try {
    const change = rule();
    const orderAmount = toContractWrites(state, change)?.contract.orderAmount ?? state.contract.orderAmount;
    return { change, orderAmount };
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
