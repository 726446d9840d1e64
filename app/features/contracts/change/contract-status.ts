import { ProblemError } from "~/lib/problem";
import type { Cancellation } from "./cancellation";
import type { ContractChange, ContractFields, ContractState } from "./contract-change";
import { type ContractStatus, type ContractTransition, findTransition } from "./contract-transitions";
import { endDunning, hasDunned, planReturn, type ShopClock, toSchedule, withStatus } from "./order-plan";

/** The statuses that callers may request; the others result from billing. */
export const REQUESTED_STATUSES = ["ACTIVE", "PAUSED", "CANCELLED"] as const;
export type RequestedStatus = (typeof REQUESTED_STATUSES)[number];

/**
 * Pause, resume, cancel or reactivate (wire.md §2 "Contract lifecycle").
 *
 * @param who `minCycles` applies to customers only; `isUndo`: ACTIVE undoes a pause (`planReturn`)
 * @throws ProblemError conflict for a transition that does not exist, including one to the present status; forbidden
 *   while the customer may not cancel yet
 */
export function changeStatus(
  state: ContractState,
  wanted: RequestedStatus,
  clock: ShopClock,
  who: { isCustomer: boolean; cancellation?: Cancellation; isUndo?: boolean },
): ContractChange {
  const { status } = state.contract;
  const transition = findTransition(status, wanted, "request");
  if (!transition) throw refuse(status, wanted);
  const transitioned = { action: transition.action, events: [transition.event] };
  if (wanted === "PAUSED") return { ...transitioned, ...pause(state, clock.now) };
  if (wanted === "ACTIVE") return { ...transitioned, ...activate(state, transition, clock, who.isUndo) };
  if (who.isCustomer) requireMinCycles(state);
  return { ...transitioned, ...cancel(state, clock.now, who.cancellation) };
}

function refuse(status: ContractStatus, wanted: RequestedStatus): ProblemError {
  const present = status.toLowerCase();
  if (status === wanted) return new ProblemError("conflict", `The contract is ${present} already.`);
  return new ProblemError(
    "conflict",
    `The contract is ${present} and cannot become ${wanted.toLowerCase()}.`,
  );
}

/** How many more orders a customer has to take before they may cancel. */
export const missingCycles = ({
  contract,
  paidOrders,
}: Pick<ContractState, "contract" | "paidOrders">): number =>
  Math.max(0, (contract.minCycles ?? 0) - paidOrders);

function requireMinCycles(state: ContractState): void {
  const missing = missingCycles(state);
  if (missing > 0)
    throw new ProblemError(
      "forbidden",
      `This contract may be cancelled after ${missing} more ${missing === 1 ? "order" : "orders"}.`,
    );
}

type Effect = Pick<ContractChange, "contract" | "attempts" | "planOrders">;

/**
 * Upcoming orders are parked: they keep their ids and everything attached to them. An unpaid order keeps the next day
 * of its dunning, but it is not tried while the contract is paused.
 */
function pause({ attempts }: ContractState, now: Date): Effect {
  return {
    contract: { status: "PAUSED", pausedOn: now, pausedFromActive: true, dunning: false },
    attempts: park(attempts),
  };
}

const park = (attempts: ContractState["attempts"]): NonNullable<Effect["attempts"]> =>
  withStatus(attempts, "QUEUED").map(({ id }) => ({ id, status: "PARKED" as const }));

/** Parked and called-off orders come back, on the first slots more than 24 h ahead; unfinished dunning continues. */
function activate(
  state: ContractState,
  { from }: ContractTransition,
  clock: ShopClock,
  isUndo?: boolean,
): Effect {
  const { contract, attempts } = state;
  const schedule = toSchedule(contract, clock.now);
  const returning = withStatus(
    attempts,
    "PARKED",
    "QUEUED",
    ...(from === "CANCELLED" ? ["CANCELLED" as const] : []),
  );
  const plan = planReturn(state, returning, clock, isUndo);
  if (!plan) throw new ProblemError("conflict", "The contract ends before another order could be made.");
  const cleared: ContractFields =
    from === "CANCELLED" ? { cancelledOn: null, cancellationFeedback: null } : {};
  return {
    contract: {
      status: "ACTIVE",
      activatedOn: clock.now,
      nextBillingDate: plan.next,
      scheduleAnchor: schedule.start,
      pausedFromActive: false,
      pausedBySecurityChallenge: false,
      dunning: hasDunned(attempts),
      ...cleared,
    },
    attempts: plan.attempts,
    planOrders: true,
  };
}

/** No more orders will come. The day that steps are counted from is kept in case of a reactivation. */
function cancel({ contract, attempts }: ContractState, now: Date, cancellation: Cancellation = {}): Effect {
  const given = [cancellation.reason, cancellation.feedback].filter(
    (part) => part !== undefined && part !== "",
  );
  return {
    contract: {
      status: "CANCELLED",
      cancelledOn: now,
      dunning: false,
      cancellationFeedback: given.length > 0 ? given.join(": ") : null,
      nextBillingDate: null,
      scheduleAnchor: contract.scheduleAnchor ?? contract.nextBillingDate,
      pausedFromActive: false,
    },
    attempts: [
      ...withStatus(attempts, "QUEUED", "PARKED").map(({ id }) => ({ id, status: "CANCELLED" as const })),
      ...endDunning(attempts),
    ],
  };
}
