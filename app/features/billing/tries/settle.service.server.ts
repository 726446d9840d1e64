import { planAfterFailure } from "~/features/billing/dunning/dunning";
import { noteFailure } from "~/features/billing/dunning/failure-mail.service.server";
import { findDeclineClass } from "~/features/billing/gateway/port/declines";
import type { DeclineClass, Outcome } from "~/features/billing/gateway/port/payment-gateway";
import { takeOrderNumber } from "~/features/billing/records/order-numbers.repo.server";
import { insertOrder, lockOrderOf } from "~/features/billing/records/orders.repo.server";
import {
  findOrder,
  findStatusBefore,
  hasSettledSkips,
  isCounted,
  isFinal,
  isUnderWay,
  listTries,
  lockTry,
  type TryRow,
  updateOrder,
  updateTry,
} from "~/features/billing/records/tries.repo.server";
import { daysAfterAtHour } from "~/features/billing/settings/billing-day";
import type { ContractState } from "~/features/contracts/change/contract-change";
import type { FailedPayment } from "~/features/contracts/change/outcome/order-outcome";
import {
  recordOrderFailed,
  recordOrderPaid,
  recordOrderUndecided,
} from "~/features/contracts/change/outcome/order-outcome.service.server";
import { metrics } from "~/http/endpoint/metrics.server";
import { logger } from "~/lib/logger.server";
import { compareMoney } from "~/lib/money";
import type { Queryable } from "~db/client.server";
import type { Engine } from "./engine.server";
import { findNextLookUp } from "./ladder";

/**
 * Records the outcome of a try with all its consequences, once, however often and by whichever process it is found: in
 * one transaction, under the contract's lock. A try that is already final is not changed.
 *
 * @param known the contract as it was when the try was stored
 */
export async function settle(
  engine: Engine,
  charged: TryRow,
  outcome: Outcome,
  known?: ContractState,
): Promise<void> {
  metrics.charges.inc({ outcome: outcome.kind });
  switch (outcome.kind) {
    case "paid":
      return settlePaid(engine, charged, outcome.amount, known);
    case "declined":
      return settleFailed(engine, charged, outcome, known);
    case "actionRequired":
      return settleFailed(
        engine,
        charged,
        {
          code: "AUTHENTICATION_REQUIRED",
          message: "The customer's bank wants to hear from them.",
          class: "customer",
          actionUrl: outcome.url,
        },
        known,
      );
    case "pending":
    case "unknown":
      return waitForEnd(engine, charged, outcome.kind === "pending" ? "PENDING" : "UNKNOWN", known);
    case "throttled":
    case "refused":
      return putBack(engine, charged, toAnotherTry(engine, outcome));
  }
}

const toOrder = ({ shop, audit, database }: Engine, attemptId: number, known?: ContractState) => ({
  shop,
  attemptId,
  audit,
  known,
  transact: database.transact,
});

async function settlePaid(
  engine: Engine,
  charged: TryRow,
  amount: string,
  known?: ContractState,
): Promise<void> {
  if (compareMoney(amount, charged.amount) !== 0)
    logger.error(
      { shopId: charged.shopId, attemptId: charged.attemptId, amount, expected: charged.amount },
      "a gateway took another amount than it was asked for",
    );
  const orderId = await takeOrderNumber(charged.shopId);
  await recordOrderPaid(toOrder(engine, charged.attemptId, known), async (tx, state) => {
    const paid = await lockTry(tx, charged);
    // REFUSED here, but another process may have succeeded under the same key: then the money was collected.
    if (!paid || (isFinal(paid) && paid.state !== "REFUSED")) return null;
    if (await closeIfPaid(tx, engine, paid, state)) {
      await reportOtherPayment(tx, paid, amount);
      return null;
    }
    return writePaid(tx, engine, orderId, paid, state, amount);
  });
}

/** Normally it is the same payment. Another one has no order: a person has to refund it at the gateway. */
async function reportOtherPayment(
  tx: Queryable,
  { shopId, attemptId, gatewayRef }: TryRow,
  amount: string,
): Promise<void> {
  const order = await lockOrderOf(tx, shopId, attemptId);
  if (order?.gatewayRef !== gatewayRef)
    logger.error(
      { shopId, attemptId, gatewayRef, amount },
      "a payment was taken for an order that was paid before",
    );
}

/** The order is already paid: the gateway reports its one payment, which another try has recorded. */
async function closeIfPaid(
  tx: Queryable,
  { audit: { now } }: Engine,
  open: TryRow,
  { attempts }: ContractState,
): Promise<boolean> {
  if (attempts.find(({ id }) => id === open.attemptId)?.status !== "SUCCESS") return false;
  await closeAsPaid(tx, open, now);
  return true;
}

async function closeAsPaid(tx: Queryable, open: TryRow, now: Date): Promise<void> {
  // What was counted as a try stays counted.
  const end = isCounted(open)
    ? ({ state: "DECLINED" } as const)
    : ({ state: "REFUSED", errorMessage: "The order was paid already." } as const);
  await updateTry(tx, open, { ...end, finishedAt: now });
}

/**
 * A person has given the order up while its charge was unknown: a decline finishes the try and changes nothing else.
 */
async function closeIfGivenUp(
  tx: Queryable,
  { audit: { now } }: Engine,
  open: TryRow,
  { code, message, class: errorClass }: TryFailure,
  { attempts }: ContractState,
): Promise<boolean> {
  if (attempts.find(({ id }) => id === open.attemptId)?.status !== "SKIPPED") return false;
  await updateTry(tx, open, {
    state: "DECLINED",
    errorCode: code,
    errorMessage: message,
    errorClass,
    finishedAt: now,
  });
  return true;
}

/**
 * Makes the order and finishes its try, in the transaction that records it.
 *
 * @param orderId by `takeOrderNumber`, taken before the transaction: inside, taking it would wait for a second
 *   connection
 * @param paid as stored
 * @param amount what was taken, in the order's currency
 */
export async function writePaid(
  tx: Queryable,
  { audit: { now } }: Engine,
  orderId: number,
  paid: TryRow,
  state: ContractState,
  amount = paid.amount,
) {
  const skippedLineIds = await listUnsettledSkips(tx, paid);
  await updateTry(tx, paid, {
    state: "PAID",
    errorCode: null,
    errorClass: null,
    errorMessage: null,
    finishedAt: now,
  });
  const { id: contractId, customerId } = state.contract;
  const sold = { ...paid, draft: { ...paid.draft, total: amount } };
  const order = await insertOrder(tx, orderId, sold, { contractId, customerId }, now);
  return {
    orderId: order.id,
    orderName: order.name,
    orderAmount: amount,
    orderNote: paid.draft.note,
    isTry: !isCounted(paid),
    sold: {
      discountIds: paid.draft.discounts.map(({ id }) => id),
      skippedLineIds,
      lines: paid.draft.lines,
    },
  };
}

/** The lines that this order leaves out, if the contract still has them left out for it. @param tried as stored */
async function listUnsettledSkips(
  tx: Queryable,
  { shopId, attemptId, draft: { skippedLineIds } }: TryRow,
): Promise<string[]> {
  if (skippedLineIds.length === 0) return [];
  return hasSettledSkips(await listTries(tx, shopId, attemptId)) ? [] : skippedLineIds;
}

/** Why a try failed. */
export type TryFailure = { code: string; message: string; class: DeclineClass; actionUrl?: string };

async function settleFailed(
  engine: Engine,
  charged: TryRow,
  failure: TryFailure,
  known?: ContractState,
): Promise<void> {
  if (!findDeclineClass(failure.code))
    logger.warn({ shopId: charged.shopId, code: failure.code }, "a gateway declines with an unknown code");
  await recordOrderFailed(
    toOrder(engine, charged.attemptId, known),
    async (tx, state) => {
      const open = await lockTry(tx, charged);
      if (!open || isFinal(open) || (open.state === "CHALLENGE" && failure.actionUrl)) return null;
      if (await closeIfPaid(tx, engine, open, state)) return null;
      if (await closeIfGivenUp(tx, engine, open, failure, state)) return null;
      return writeFailed(tx, engine, open, failure, state);
    },
    (tx, failed) => noteFailure(tx, engine.shop.id, charged.attemptId, failed, engine.audit.now),
  );
}

/** Finishes a failed try, with its consequences, in the transaction that records it. @param failed as stored */
export async function writeFailed(
  tx: Queryable,
  { shop, settings, audit: { now } }: Engine,
  failed: TryRow,
  failure: TryFailure,
  state: ContractState,
): Promise<FailedPayment> {
  const all = await listTries(tx, failed.shopId, failed.attemptId);
  const earlier = all
    .filter((each) => each.state === "DECLINED" && each.number < failed.number)
    .flatMap(({ errorCode }) => errorCode ?? []);
  const attempt = state.attempts.find(({ id }) => id === failed.attemptId);
  const times = { firstFailedAt: attempt?.firstFailedAt ?? now, now };
  const plan = planAfterFailure(failure, earlier, times, settings, shop.timeZone);
  const { paymentMethodId } = state.contract;
  // The contract got another payment method while this one was being charged: that is tried at once.
  const isSuperseded = paymentMethodId !== null && paymentMethodId !== failed.paymentMethodId;
  await updateTry(tx, failed, {
    state: failure.actionUrl ? "CHALLENGE" : "DECLINED",
    errorCode: failure.code,
    errorClass: plan.class,
    errorMessage: failure.message,
    finishedAt: now,
  });
  return {
    errorCode: failure.code,
    errorMessage: failure.message,
    errorClass: plan.class,
    ...(isSuperseded
      ? { end: null, next: { step: "TRY", at: now } as const }
      : { end: plan.end, next: plan.step && { step: plan.step.kind, at: plan.step.at } }),
    skippedLineIds: hasSettledSkips(all) ? [] : failed.draft.skippedLineIds,
    actionUrl: failure.actionUrl ?? null,
    isTry: !isCounted(failed),
  };
}

/**
 * No outcome yet: look it up again at growing intervals (ladder.ts), with no other try meanwhile. An unanswered look-up
 * leaves a pending payment pending. After the last look-up the order is UNKNOWN: PROCESSING without a next step would
 * mean that it is being charged at this moment, and block the contract's other orders.
 */
async function waitForEnd(
  engine: Engine,
  charged: TryRow,
  outcome: "PENDING" | "UNKNOWN",
  known?: ContractState,
): Promise<void> {
  const { attemptId, draft, looks } = charged;
  const write = (tx: Queryable) => writeWait(tx, engine, charged, outcome);
  if (draft.skippedLineIds.length === 0 || looks > 0)
    return void (await engine.database.transact([`attempt ${attemptId}`], write));
  await recordOrderUndecided(toOrder(engine, attemptId, known), async (tx) => {
    const skippedLineIds = await listUnsettledSkips(tx, charged);
    return (await write(tx)) ? { skippedLineIds } : null;
  });
}

/**
 * A bank's question that the customer has answered with a payment that takes days is a payment on its way like any other:
 * nobody waits for the customer any more, and it keeps the time at which it was counted as a try.
 *
 * @returns false when the try has an outcome after all
 */
async function writeWait(
  tx: Queryable,
  { audit: { now } }: Engine,
  charged: TryRow,
  outcome: "PENDING" | "UNKNOWN",
): Promise<boolean> {
  const open = await lockTry(tx, charged);
  if (!open || isFinal(open) || (open.state === "CHALLENGE" && outcome !== "PENDING")) return false;
  const order = await findOrder(open.shopId, open.attemptId, tx);
  // Paid by an earlier try: the gateway takes its one payment only once.
  if (order?.attempt.status === "SUCCESS") {
    await closeAsPaid(tx, open, now);
    return false;
  }
  const isPending = outcome === "PENDING" || open.state === "PENDING";
  const next = findNextLookUp(open.looks, now, isPending ? open.createdAt : null);
  const state = isPending && next ? "PENDING" : "UNKNOWN";
  const answered = { errorCode: null, errorClass: null, errorMessage: null };
  await updateTry(tx, open, {
    state,
    looks: open.looks + 1,
    ...(open.state === "CHALLENGE" && answered),
  });
  // One that a person has given up stays given up.
  if (order?.attempt.status === "SKIPPED") return true;
  await updateOrder(tx, open.shopId, open.attemptId, {
    status: state === "PENDING" ? "PROCESSING" : "UNKNOWN",
    nextStep: next && "LOOK",
    nextStepAt: next,
    actionUrl: null,
    leaseUntil: null,
  });
  return true;
}

/** Why a charge was not made, and when the order is tried again. `keepsLease`: the caller goes on with the order. */
type NotMade = { reason: string; at: Date; keepsLease?: boolean };

function toAnotherTry(
  { shop, settings, audit: { now } }: Engine,
  outcome: Extract<Outcome, { kind: "throttled" | "refused" }>,
): NotMade {
  if (outcome.kind === "throttled")
    return { reason: "The gateway is busy.", at: new Date(now.getTime() + outcome.retryAfterMs) };
  const at = daysAfterAtHour(now, 1, { timeZone: shop.timeZone, hour: settings.billingHour });
  return { reason: outcome.reason, at };
}

/** Certainly not charged: the order returns to its earlier state, and is tried again later. Not counted as a try. */
export async function putBack(
  engine: Engine,
  charged: TryRow,
  { reason, at, keepsLease = false }: NotMade,
): Promise<void> {
  const { shop, audit } = engine;
  logger.warn({ shopId: shop.id, attemptId: charged.attemptId, reason }, "a charge was not taken");
  await engine.database.transact([`attempt ${charged.attemptId}`], async (tx) => {
    const open = await lockTry(tx, charged);
    // If the bank has asked for the customer meanwhile, another process received that: a late refusal changes nothing.
    if (!open || !isUnderWay(open)) return;
    const order = await findOrder(open.shopId, open.attemptId, tx);
    if (order?.attempt.status === "SUCCESS") return closeAsPaid(tx, open, audit.now);
    await updateTry(tx, open, { state: "REFUSED", errorMessage: reason, finishedAt: audit.now });
    // One that a person has given up, and that was cancelled at the gateway, stays given up.
    if (order?.attempt.status === "SKIPPED") return;
    await updateOrder(tx, open.shopId, open.attemptId, {
      status: await findStatusBefore(tx, open.shopId, open.attemptId),
      nextStep: "TRY",
      nextStepAt: at,
      ...(!keepsLease && { leaseUntil: null }),
    });
  });
}
