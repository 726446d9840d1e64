import { computeOrderAmount, isDiscountUsedUp } from "~/features/contracts/amounts";
import type { ContractAttempt, ContractChange, ContractState } from "~/features/contracts/contract-change";
import { type ContractTransition, findTransition } from "~/features/contracts/contract-transitions";
import { findNextDate, planReturn, type ShopClock, withStatus } from "~/features/contracts/order-plan";
import { ProblemError } from "~/http/problem";

/** What the platform tells of an order it has made and been paid for. */
export type PaidOrder = {
  orderId: number;
  orderName: string;
  /** In the contract's currency; null = what the contract says an order costs now. */
  orderAmount?: string | null;
  orderNote?: string | null;
};

/** What it tells of a payment that did not go through. */
export type FailedPayment = {
  errorCode: string;
  errorMessage: string;
  /** No further try is to come: the contract fails. Otherwise it is dunned. */
  isGivenUp: boolean;
};

const OPEN = ["QUEUED", "PROCESSING", "FAILURE"] as const satisfies ContractAttempt["status"][];

function requireOpen({ attempts }: ContractState, attemptId: number): ContractAttempt {
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (!attempt || !OPEN.some((status) => status === attempt.status))
    throw new ProblemError("conflict", `An order that is ${attempt?.status.toLowerCase()} has no payment.`);
  return attempt;
}

/**
 * An order was paid. Discounts that went into it are used once more and end with their limit; lines left out of it are
 * in the next one; after `maxCycles` orders the contract expires. The same order told again changes nothing.
 *
 * @param oneTimeProducts those of this order; its amount counts them when the platform has not told it
 * @throws ProblemError conflict for an attempt that has no payment to come
 */
export function recordPaid(
  state: ContractState,
  attemptId: number,
  order: PaidOrder,
  clock: ShopClock,
  oneTimeProducts: Parameters<typeof computeOrderAmount>[1],
): ContractChange | null {
  const { contract, attempts } = state;
  const known = attempts.find(({ id }) => id === attemptId);
  if (known?.status === "SUCCESS" && known.orderId === order.orderId) return null;
  const attempt = requireOpen(state, attemptId);
  const lines = state.lines.filter(({ skippedNextOrder }) => !skippedNextOrder);
  const isInOrder = (lineIds: string[] | null) =>
    lineIds === null || lines.some(({ id }) => lineIds.includes(id));
  const isLast = contract.maxCycles !== null && state.paidOrders + 1 >= contract.maxCycles;
  const transition = isLast
    ? findTransition(contract.status, "EXPIRED", "billing")
    : findTransition(contract.status, "ACTIVE", "billing");
  const effect = toEffect(state, attempt, transition, clock);
  return {
    action: "contract.order_paid",
    events: ["billing-success", ...(transition ? [transition.event] : [])],
    contract: {
      lastPaymentStatus: "SUCCEEDED",
      dunning: false,
      ...effect.contract,
    },
    lines: state.lines.map((line) => ({ ...line, skippedNextOrder: false })),
    discounts: state.discounts.map((discount) =>
      isDiscountUsedUp(discount) || !isInOrder(discount.lineIds)
        ? discount
        : { ...discount, usageCount: discount.usageCount + 1 },
    ),
    attempts: [
      {
        id: attempt.id,
        status: "SUCCESS",
        orderId: order.orderId,
        orderName: order.orderName,
        orderAmount: order.orderAmount ?? computeOrderAmount({ ...contract, ...state }, oneTimeProducts),
        orderNote: order.orderNote ?? contract.orderNote,
        attemptCount: attempt.attemptCount + 1,
        attemptTime: clock.now,
        completedAt: clock.now,
        errorCode: null,
        errorMessage: null,
      },
      ...(effect.attempts ?? []),
    ],
    told: { before: {}, after: { order: { name: order.orderName, date: attempt.billingDate } } },
    billingAttemptId: attempt.id,
    planOrders: effect.planOrders,
  };
}

/**
 * A payment did not go through: the contract is dunned, or fails when no other try is to come.
 *
 * @throws ProblemError conflict for an attempt that has no payment to come
 */
export function recordFailed(
  state: ContractState,
  attemptId: number,
  { errorCode, errorMessage, isGivenUp }: FailedPayment,
  clock: ShopClock,
): ContractChange {
  const { contract } = state;
  const attempt = requireOpen(state, attemptId);
  const transition = isGivenUp ? findTransition(contract.status, "FAILED", "billing") : null;
  const effect = toEffect(state, attempt, transition, clock);
  return {
    action: "contract.payment_failed",
    events: ["billing-failure", ...(transition ? [transition.event] : [])],
    contract: {
      lastPaymentStatus: "FAILED",
      dunning: !isGivenUp,
      ...effect.contract,
    },
    attempts: [
      {
        id: attempt.id,
        status: "FAILURE",
        attemptCount: attempt.attemptCount + 1,
        attemptTime: clock.now,
        completedAt: clock.now,
        errorCode,
        errorMessage,
      },
      ...(effect.attempts ?? []),
    ],
    told: { before: {}, after: { order: { date: attempt.billingDate, error: errorMessage } } },
    billingAttemptId: attempt.id,
    planOrders: effect.planOrders,
  };
}

type Effect = Pick<ContractChange, "contract" | "attempts" | "planOrders">;

/** What becomes of the contract and of its other orders. */
function toEffect(
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
