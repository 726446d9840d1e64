import { computeContractAmounts, computeOrderAmount } from "~/features/contracts/amounts";
import type {
  ContractAttempt,
  ContractChange,
  ContractState,
} from "~/features/contracts/change/contract-change";
import { type ContractStatus, findTransition } from "~/features/contracts/change/contract-transitions";
import { afterPaidOrder } from "~/features/contracts/change/line-price";
import { findNextDate, hasDunned, type ShopClock } from "~/features/contracts/change/order-plan";
import type { ContractEvent } from "~/features/events/events";
import { compareMoney } from "~/lib/money";
import { ProblemError } from "~/lib/problem";
import { OPEN_CHARGE_STATUSES } from "~db/schema/attempt-enums";
import type { END_ACTIONS } from "~db/schema/charge-enums";
import type { OrderDiscount, SoldLine } from "~db/schema/orders";
import { planFromToday, toEffect } from "./order-effect";

type EndAction = (typeof END_ACTIONS)[number];

/** The outcome of an order that was made and paid. */
export type PaidOrder = {
  orderId: number;
  orderName: string;
  /** In the contract's currency; null = the amount an order of the contract costs now. */
  orderAmount?: string | null;
  orderNote?: string | null;
  /** What the order contained, if that was stored when it was charged; else taken from the contract as it is now. */
  sold?: Sold;
  /** False for a try that was already counted when the customer's bank asked for confirmation. */
  isTry?: boolean;
};

type OneTimeProduct = { price: string; quantity: number; discounts: readonly OrderDiscount[] };

type Sold = {
  discountIds: readonly string[];
  /** Lines that it left out and that the contract has in its next order again. */
  skippedLineIds: readonly string[];
  lines: readonly Pick<SoldLine, "lineId" | "variantId" | "quantity" | "unitPrice">[];
};

/** The outcome of a payment that failed. */
export type FailedPayment = {
  errorCode: string;
  errorMessage: string;
  errorClass?: ContractAttempt["errorClass"];
  /** No further try will follow: what happens to the contract, or to the order alone. null = dunning goes on. */
  end: EndAction | null;
  /** What the billing engine does next by itself. */
  next?: { step: NonNullable<ContractAttempt["nextStep"]>; at: Date } | null;
  /** Address where the customer's bank asks for confirmation. */
  actionUrl?: string | null;
  /** Lines that the order leaves out, at its first failure: the contract has them in its next order again. */
  skippedLineIds?: readonly string[];
  /** False for an end without another try, and for the answer to a bank's question that was already counted. */
  isTry?: boolean;
};

const OPEN = ["QUEUED", "FAILURE", ...OPEN_CHARGE_STATUSES] as const satisfies ContractAttempt["status"][];

/** An attempt that nothing will happen to any more. */
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

const toStatus = ({ contract }: ContractState, effect: Pick<ContractChange, "contract">): ContractStatus =>
  effect.contract?.status ?? contract.status;

/** A contract that is not active afterwards is not in dunning, even if an order is unpaid. */
const isActive = (state: ContractState, effect: Pick<ContractChange, "contract">): boolean =>
  toStatus(state, effect) === "ACTIVE";

/** Whether another order of the contract is unpaid. */
const isDunnedFor = ({ attempts }: ContractState, done: ContractAttempt): boolean =>
  hasDunned(attempts.filter(({ id }) => id !== done.id));

/**
 * An order was paid. Its discounts are used once more and end at their limit; lines it skipped are in the next one;
 * after `maxCycles` orders the contract expires. Recording the same order again changes nothing.
 *
 * @param oneTimeProducts those of this order; its amount includes them when the platform has reported none
 * @throws ProblemError conflict for an attempt that has no payment to come
 */
export function recordPaid(
  state: ContractState,
  attemptId: number,
  order: PaidOrder,
  clock: ShopClock,
  oneTimeProducts: readonly OneTimeProduct[],
): ContractChange | null {
  const { contract, attempts } = state;
  const known = attempts.find(({ id }) => id === attemptId);
  if (known?.status === "SUCCESS" && known.orderId === order.orderId) return null;
  // What a gateway has collected is paid, whatever happened to the order meanwhile.
  const attempt = order.sold && known && known.status !== "SUCCESS" ? known : requireOpen(state, attemptId);
  const { isUsed, leftOutIds, isAtLaterPrice } = toSold(state, oneTimeProducts, order.sold);
  const isLast = contract.maxCycles !== null && state.paidOrders + 1 >= contract.maxCycles;
  // A contract does not become active again for a customer who was erased.
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
    lines: inNextOrder(state, leftOutIds)
      // Sold at the later price already, because an earlier order was on its way: that one has the reduction, and this
      // one is not among those that have it.
      .map((line) =>
        isAtLaterPrice(line)
          ? { ...line, laterAfterCycle: line.laterAfterCycle && line.laterAfterCycle + 1 }
          : afterPaidOrder(line, state.paidOrders + 1),
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
        ...effect.done,
      },
      ...(effect.attempts ?? []),
    ],
    recorded: { before: {}, after: { order: { name: order.orderName, date: attempt.billingDate } } },
    billingAttemptId: attempt.id,
    planOrders: effect.planOrders,
  };
}

/** Whether an order with these lines sold the line at the price that it has after its plan's reduction. */
export function wasSoldAtLaterPrice(
  { id, laterPrice }: Pick<ContractState["lines"][number], "id" | "laterPrice">,
  lines: readonly Pick<SoldLine, "lineId" | "unitPrice">[],
): boolean {
  const price = lines.find(({ lineId }) => lineId === id)?.unitPrice;
  return price !== undefined && laterPrice !== null && compareMoney(price, laterPrice) === 0;
}

/** Which discounts an order used, and which lines it skipped. */
function toSold(state: ContractState, oneTimeProducts: readonly OneTimeProduct[], sold: PaidOrder["sold"]) {
  const lines = state.lines.filter(({ skippedNextOrder }) => !skippedNextOrder);
  const amounts = computeContractAmounts({ ...state.contract, ...state, lines });
  const taking = new Set([
    ...amounts.lines.flatMap(({ allocations }) => allocations.map(({ discountId }) => discountId)),
    ...oneTimeProducts.flatMap(({ discounts }) => discounts.map(({ id }) => id)),
  ]);
  return {
    isUsed: (discount: ContractState["discounts"][number]) =>
      sold ? sold.discountIds.includes(discount.id) : taking.has(discount.id),
    leftOutIds: sold ? sold.skippedLineIds : state.lines.map(({ id }) => id),
    isAtLaterPrice: (line: ContractState["lines"][number]) => wasSoldAtLaterPrice(line, sold?.lines ?? []),
  };
}

const inNextOrder = ({ lines }: ContractState, lineIds: readonly string[]): ContractState["lines"] =>
  lines.map((line) => (lineIds.includes(line.id) ? { ...line, skippedNextOrder: false } : line));

/**
 * Whether an order is paid is not known yet: it keeps the lines that it leaves out, and they are in the next one.
 *
 * @param skippedLineIds those lines
 */
export const recordUndecided = (
  state: ContractState,
  attemptId: number,
  skippedLineIds: readonly string[],
): ContractChange => ({
  action: "contract.line_unskipped",
  events: ["updated"],
  lines: inNextOrder(state, skippedLineIds),
  billingAttemptId: attemptId,
});

/** The contract's status when payment of an order is given up; skipping the order leaves it unchanged. */
const END_STATUS = { fail: "FAILED", pause: "PAUSED", cancel: "CANCELLED", skip: null } as const;

/**
 * A payment failed: the contract goes into dunning or, when no further try will follow, gets the status of the shop's
 * end action.
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
  const { skippedLineIds = [] } = failed;
  const { contract } = state;
  const attempt = requireOpen(state, attemptId);
  const wanted = end && END_STATUS[end];
  const transition = wanted && findTransition(contract.status, wanted, "billing");
  const effect = toEffect(state, attempt, transition, clock);
  const planned = toStatus(state, effect) === "CANCELLED" ? null : next;
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
    ...(skippedLineIds.length > 0 && { lines: inNextOrder(state, skippedLineIds) }),
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
        nextStep: planned?.step ?? null,
        nextStepAt: planned?.at ?? null,
      },
      ...(effect.attempts ?? []),
    ],
    recorded: { before: {}, after: { order: { date: attempt.billingDate, error: errorMessage } } },
    billingAttemptId: attempt.id,
    planOrders: effect.planOrders,
  };
}

/** Why a payment failed and when it is tried again, as event facts: the order's own fields change with its next try. */
function toFailedEvent({ errorCode, errorClass = null, end, next, actionUrl }: FailedPayment): ContractEvent {
  if (actionUrl && end === null) return { type: "payment.action-required", facts: { code: errorCode } };
  const nextTryAt = next?.step === "TRY" ? next.at.toISOString() : null;
  return { type: "payment.failed", facts: { class: errorClass, code: errorCode, nextTryAt } };
}

/** Why a due order is not charged, and never will be. */
export type NotCharged = "AUTO_CHARGE_DISABLED" | "CONTRACT_ENDED";

/** A due order is not charged; the plan goes on. @throws ProblemError conflict unless it is QUEUED */
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
