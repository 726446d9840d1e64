import type {
  ContractAttempt,
  ContractChange,
  ContractState,
} from "~/features/contracts/change/contract-change";
import { findTransition } from "~/features/contracts/change/contract-transitions";
import { withStatus } from "~/features/contracts/change/order-plan";

/** Due, being charged, or retried automatically. An order that waits for a person does not keep its contract going. */
const hasOpenOrder = (attempts: readonly ContractAttempt[]): boolean =>
  withStatus(attempts, "QUEUED", "PROCESSING", "UNKNOWN").length > 0 ||
  attempts.some(({ nextStep }) => nextStep !== null);

/**
 * A contract ends with its end date, or when its last order is paid or given up, if that is later (wire.md §2 "Contract
 * lifecycle"). The end date stays as given.
 *
 * @returns null while the contract continues
 */
export function endAtDate({ contract, attempts }: ContractState, now: Date): ContractChange | null {
  const { status, endsAt, scheduleAnchor, nextBillingDate } = contract;
  const isRunning = status === "ACTIVE" || status === "PAUSED";
  const transition = findTransition(status, "EXPIRED", "billing");
  if (!isRunning || !transition || !endsAt || endsAt > now || hasOpenOrder(attempts)) return null;
  return {
    action: transition.action,
    events: [transition.event],
    contract: {
      status: "EXPIRED",
      dunning: false,
      nextBillingDate: null,
      scheduleAnchor: scheduleAnchor ?? nextBillingDate,
      pausedFromActive: false,
    },
    attempts: withStatus(attempts, "PARKED").map(({ id }) => ({ id, status: "CANCELLED" as const })),
  };
}
