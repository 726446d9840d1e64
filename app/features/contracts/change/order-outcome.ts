import { computeOrderAmount, isDiscountUsedUp } from "~/features/contracts/amounts";
import type {
  ContractAttempt,
  ContractChange,
  ContractState,
} from "~/features/contracts/change/contract-change";
import { findTransition } from "~/features/contracts/change/contract-transitions";
import { afterPaidOrder } from "~/features/contracts/change/line-price";
import { planFromToday, toEffect } from "~/features/contracts/change/order-effect";
import { findNextDate, type ShopClock } from "~/features/contracts/change/order-plan";
import type { ContractEvent } from "~/features/events/events";
import { ProblemError } from "~/lib/problem";
import { OPEN_CHARGE_STATUSES } from "~db/schema/attempt-enums";
import type { END_ACTIONS } from "~db/schema/charge-enums";

type EndAction = (typeof END_ACTIONS)[number];

/** What is told of an order that was made and paid. */
export type PaidOrder = {
  orderId: number;
  orderName: string;
  /** In the contract's currency; null = what the contract says an order costs now. */
  orderAmount?: string | null;
  orderNote?: string | null;
  /** What went into it, where it was put down when it was charged; else what the contract would put into it now. */
  sold?: { discountIds: readonly string[]; skippedLineIds: readonly string[] };
  /** False for a try that was counted when the customer's bank asked for them. */
  isTry?: boolean;
};

/** What is told of a payment that did not go through. */
export type FailedPayment = {
  errorCode: string;
  errorMessage: string;
  errorClass?: ContractAttempt["errorClass"];
  /** No further try is to come: what becomes of the contract, or of the order alone. null = it is dunned. */
  end: EndAction | null;
  /** What the engine does next, of itself. */
  next?: { step: NonNullable<ContractAttempt["nextStep"]>; at: Date } | null;
  /** Where the customer's bank wants them. */
  actionUrl?: string | null;
  /** False for an end that comes without another try, and for the answer to a bank's question that was counted. */
  isTry?: boolean;
};

const OPEN = ["QUEUED", "FAILURE", ...OPEN_CHARGE_STATUSES] as const satisfies ContractAttempt["status"][];

/** An attempt that waits for nothing any more. */
const SETTLED = {
  nextStep: null,
  nextStepAt: null,
  putOffSince: null,
  leaseUntil: null,
  actionUrl: null,
} satisfies Partial<ContractAttempt>;

function requireOpen({ attempts }: ContractState, attemptId: number): ContractAttempt {
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (!attempt || !OPEN.some((status) => status === attempt.status))
    throw new ProblemError("conflict", `An order that is ${attempt?.status.toLowerCase()} has no payment.`);
  return attempt;
}

/** A contract that is not active afterwards is not dunned, whatever waits to be paid. */
const isActive = ({ contract }: ContractState, effect: Pick<ContractChange, "contract">): boolean =>
  (effect.contract?.status ?? contract.status) === "ACTIVE";

/** Another order of the contract waits to be paid. */
const isDunnedFor = ({ attempts }: ContractState, done: ContractAttempt): boolean =>
  attempts.some(({ id, firstFailedAt, nextStep }) => id !== done.id && firstFailedAt && nextStep);

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
  // What a gateway has taken for it is paid, whatever became of the order meanwhile.
  const attempt = order.sold && known && known.status !== "SUCCESS" ? known : requireOpen(state, attemptId);
  const { isUsed, wasLeftOut } = toSold(state, order.sold);
  const isLast = contract.maxCycles !== null && state.paidOrders + 1 >= contract.maxCycles;
  // Nothing runs again for a customer who was erased.
  const transition = contract.erasedAt
    ? null
    : findTransition(contract.status, isLast ? "EXPIRED" : "ACTIVE", "billing");
  const effect =
    (contract.status === "ACTIVE" && !isLast && planFromToday(state, attempt, clock)) ||
    toEffect(state, attempt, transition, clock);
  return {
    action: "contract.order_paid",
    events: ["billing-success", { type: "order.paid" }, ...(transition ? [transition.event] : [])],
    contract: {
      lastPaymentStatus: "SUCCEEDED",
      dunning: isActive(state, effect) && isDunnedFor(state, attempt),
      ...effect.contract,
    },
    lines: state.lines.map((line) =>
      afterPaidOrder(wasLeftOut(line.id) ? { ...line, skippedNextOrder: false } : line, state.paidOrders + 1),
    ),
    discounts: state.discounts.map((discount) =>
      isUsed(discount) ? { ...discount, usageCount: discount.usageCount + 1 } : discount,
    ),
    attempts: [
      {
        id: attempt.id,
        status: "SUCCESS",
        orderId: order.orderId,
        orderName: order.orderName,
        orderAmount: order.orderAmount ?? computeOrderAmount({ ...contract, ...state }, oneTimeProducts),
        orderNote: order.orderNote ?? attempt.orderNote ?? contract.orderNote,
        attemptCount: attempt.attemptCount + (order.isTry === false ? 0 : 1),
        attemptTime: clock.now,
        completedAt: clock.now,
        errorCode: null,
        errorMessage: null,
        errorClass: null,
        ...SETTLED,
      },
      ...(effect.attempts ?? []),
    ],
    recorded: { before: {}, after: { order: { name: order.orderName, date: attempt.billingDate } } },
    billingAttemptId: attempt.id,
    planOrders: effect.planOrders,
  };
}

/** Which discounts an order has used, and which lines were left out of it. */
function toSold(state: ContractState, sold: PaidOrder["sold"]) {
  const lines = state.lines.filter(({ skippedNextOrder }) => !skippedNextOrder);
  const isInOrder = (lineIds: string[] | null) =>
    lineIds === null || lines.some(({ id }) => lineIds.includes(id));
  return {
    isUsed: (discount: ContractState["discounts"][number]) =>
      sold
        ? sold.discountIds.includes(discount.id)
        : !isDiscountUsedUp(discount) && isInOrder(discount.lineIds),
    wasLeftOut: (lineId: string) => (sold ? sold.skippedLineIds.includes(lineId) : true),
  };
}

/** What a contract becomes when payment of an order is given up; an order that is skipped leaves it as it is. */
const END_STATUS = { fail: "FAILED", pause: "PAUSED", cancel: "CANCELLED", skip: null } as const;

/**
 * A payment did not go through: the contract is dunned, or, when no other try is to come, becomes what the shop has
 * settled for.
 *
 * @throws ProblemError conflict for an attempt that has no payment to come
 */
export function recordFailed(
  state: ContractState,
  attemptId: number,
  failed: FailedPayment,
  clock: ShopClock,
): ContractChange {
  const { errorCode, errorMessage, errorClass = null, end, next = null, isTry = true } = failed;
  const { contract } = state;
  const attempt = requireOpen(state, attemptId);
  const wanted = end && END_STATUS[end];
  const transition = wanted && findTransition(contract.status, wanted, "billing");
  const effect = toEffect(state, attempt, transition, clock);
  return {
    action: "contract.payment_failed",
    events: [
      ...(isTry ? ["billing-failure" as const, toFailedEvent(failed)] : []),
      ...(end === "skip" ? ["billing-skipped" as const] : []),
      ...(transition ? [transition.event] : []),
    ],
    contract: {
      lastPaymentStatus: "FAILED",
      dunning: isActive(state, effect) && (end === null || isDunnedFor(state, attempt)),
      ...effect.contract,
    },
    attempts: [
      {
        ...SETTLED,
        id: attempt.id,
        status: end === "skip" ? "SKIPPED" : failed.actionUrl && end === null ? "ACTION_REQUIRED" : "FAILURE",
        ...(isTry && {
          attemptCount: attempt.attemptCount + 1,
          attemptTime: clock.now,
          completedAt: clock.now,
        }),
        firstFailedAt: attempt.firstFailedAt ?? clock.now,
        firstErrorCode: attempt.firstFailedAt ? attempt.firstErrorCode : errorCode,
        givenUpAt: attempt.givenUpAt ?? (end && clock.now),
        errorCode,
        errorMessage,
        errorClass,
        actionUrl: failed.actionUrl ?? null,
        nextStep: next?.step ?? null,
        nextStepAt: next?.at ?? null,
      },
      ...(effect.attempts ?? []),
    ],
    recorded: { before: {}, after: { order: { date: attempt.billingDate, error: errorMessage } } },
    billingAttemptId: attempt.id,
    planOrders: effect.planOrders,
  };
}

/** Why a payment failed and when it is tried again, frozen: the order's own fields move on with its next try. */
function toFailedEvent({ errorCode, errorClass = null, end, next, actionUrl }: FailedPayment): ContractEvent {
  if (actionUrl && end === null) return { type: "payment.action-required", facts: { code: errorCode } };
  const nextTryAt = next?.step === "TRY" ? next.at.toISOString() : null;
  return { type: "payment.failed", facts: { class: errorClass, code: errorCode, nextTryAt } };
}

/** Why an order that is due is not charged, and never will be. */
export type NotCharged = "AUTO_CHARGE_DISABLED" | "CONTRACT_ENDED";

/** An order is due that is not charged; the plan goes on. @throws ProblemError conflict unless it is QUEUED */
export function recordNotCharged(
  state: ContractState,
  attemptId: number,
  status: NotCharged,
  clock: ShopClock,
): ContractChange {
  const attempt = state.attempts.find(({ id }) => id === attemptId);
  if (attempt?.status !== "QUEUED") throw new ProblemError("conflict", "The order is not due any more.");
  return {
    action: "contract.order_not_charged",
    events: ["billing-skipped"],
    contract: { nextBillingDate: findNextDate(state, attempt, clock) },
    attempts: [{ ...SETTLED, id: attempt.id, status, completedAt: clock.now }],
    recorded: { before: {}, after: { order: { date: attempt.billingDate, status } } },
    billingAttemptId: attempt.id,
    planOrders: status === "AUTO_CHARGE_DISABLED",
  };
}
