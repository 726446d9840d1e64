import type {
  ContractAttempt,
  ContractChange,
  ContractState,
} from "~/features/contracts/change/contract-change";
import type { ContractTransition } from "~/features/contracts/change/contract-transitions";
import {
  endDunning,
  findNextDate,
  planOrders,
  planReturn,
  type ShopClock,
  toPaidSlot,
  toSchedule,
  withStatus,
} from "~/features/contracts/change/order-plan";
import { toDayString } from "~/lib/format";

type Effect = Pick<ContractChange, "contract" | "attempts" | "planOrders"> & {
  /** What changes in the order itself, besides its outcome. */
  done?: Pick<ContractAttempt, "billingDate" | "slot">;
};

/** How an order's outcome changes the contract and its other orders. */
export function toEffect(
  state: ContractState,
  done: ContractAttempt,
  transition: ContractTransition | null,
  clock: ShopClock,
): Effect {
  const { contract } = state;
  const others = state.attempts.filter(({ id }) => id !== done.id);
  const become = (status: ContractAttempt["status"], ...from: ContractAttempt["status"][]) =>
    withStatus(others, ...from).map(({ id }) => ({ id, status }));
  const scheduleAnchor = contract.scheduleAnchor ?? contract.nextBillingDate ?? done.billingDate;
  switch (transition?.to) {
    case "EXPIRED":
      return {
        contract: { status: "EXPIRED", endsAt: clock.now, nextBillingDate: null, scheduleAnchor },
        attempts: become("CANCELLED", "QUEUED", "PARKED"),
      };
    case "FAILED":
      return {
        contract: { status: "FAILED", nextBillingDate: null, scheduleAnchor },
        attempts: become("PARKED", "QUEUED"),
      };
    case "PAUSED":
      return {
        contract: { status: "PAUSED", pausedOn: clock.now, pausedFromActive: true },
        attempts: become("PARKED", "QUEUED"),
      };
    case "CANCELLED":
      return {
        contract: {
          status: "CANCELLED",
          cancelledOn: clock.now,
          cancellationFeedback: "Payment failed",
          nextBillingDate: null,
          scheduleAnchor,
        },
        attempts: [...become("CANCELLED", "QUEUED", "PARKED"), ...endDunning(others)],
      };
    case "ACTIVE": {
      const plan = planReturn(state, withStatus(others, "PARKED", "QUEUED"), clock);
      return {
        contract: {
          status: "ACTIVE",
          activatedOn: clock.now,
          nextBillingDate: plan?.next ?? null,
          scheduleAnchor,
        },
        attempts: plan?.attempts ?? [],
        planOrders: true,
      };
    }
  }
  if (contract.status !== "ACTIVE") return {};
  return {
    contract: { nextBillingDate: findNextDate(state, done, clock), scheduleAnchor },
    planOrders: true,
  };
}

/**
 * The next order was made before its day: the plan now counts from today, at that order's time of day (wire.md §5
 * "order now"). The order gives up its former day, which the plan may use again.
 */
export function planFromToday(state: ContractState, done: ContractAttempt, clock: ShopClock): Effect | null {
  // On its day or later it is as planned, even if it was moved to a later hour or paid after days of dunning.
  if (toDayString(clock.now, clock.timeZone) >= toDayString(done.billingDate, clock.timeZone)) return null;
  const start = toPaidSlot({ ...done, completedAt: clock.now }, clock.timeZone);
  const others = withStatus(state.attempts, "QUEUED").filter(({ id }) => id !== done.id);
  const isNext = others.every(({ billingDate }) => billingDate > done.billingDate);
  if (!isNext) return null;
  const after = new Date(Math.max(+start, +clock.now));
  const made = { billingDate: findFreeInstant(state, after), slot: start };
  const plan = planOrders(
    { ...state, attempts: state.attempts.map((each) => (each.id === done.id ? { ...each, ...made } : each)) },
    others,
    { ...toSchedule(state.contract, clock.now), start },
    clock.timeZone,
    { after, slots: "leave" },
  );
  return {
    contract: { nextBillingDate: plan?.next ?? null, scheduleAnchor: start },
    attempts: plan?.attempts ?? [],
    done: made,
    planOrders: true,
  };
}

/** Instants are unique per contract, and today's slot may already have an order, made or skipped. */
function findFreeInstant({ attempts }: ContractState, from: Date): Date {
  const taken = new Set(attempts.map(({ billingDate }) => +billingDate));
  let instant = +from;
  while (taken.has(instant)) instant++;
  return new Date(instant);
}
