import type { ChargedOrder } from "~/features/billing/charging/charged-order";
import { toOrderStatus } from "~/features/billing/orders/order-status";
import { toShownTries } from "~/features/billing/orders/shown-tries";
import { findPaymentMethod, listRefundsOf } from "~/features/billing/records/orders.repo.server";
import { findOrder, listTries } from "~/features/billing/records/tries.repo.server";
import { sumMoney } from "~/lib/money";
import { notFound } from "~/lib/problem";
import { db } from "~db/client.server";

/** The same answer for an unknown order, another shop's and another customer's. */
export const orderNotFound = () => notFound("There is no such order.");

type Shop = { id: number; storeDomain: string };

/**
 * An order with its tries, as it is now; one that a process has claimed counts as being tried already.
 *
 * @throws ProblemError not_found
 */
export async function getChargedOrder(
  shop: Shop,
  attemptId: number,
  owner: number | null,
  receivedAt: Date,
): Promise<ChargedOrder> {
  const order = await findOrder(shop.id, attemptId);
  if (!order || (owner !== null && order.customerId !== owner)) throw orderNotFound();
  const { attempt } = order;
  const [tries, refunds] = await Promise.all([
    listTries(db, shop.id, attemptId),
    attempt.orderId === null ? [] : listRefundsOf(db, shop.id, attempt.orderId),
  ]);
  const methodId = tries.at(-1)?.paymentMethodId ?? order.paymentMethodId;
  const method = methodId === null ? null : await findPaymentMethod(shop.id, methodId);
  const isTaken = attempt.leaseUntil !== null && attempt.leaseUntil > receivedAt;
  const isBeingTried = isTaken && ["QUEUED", "FAILURE"].includes(attempt.status);
  const given = refunds.filter(({ state }) => state === "DONE").map(({ amount }) => amount);
  const attempts = tries.map(({ number, state, createdAt, errorCode, errorClass, errorMessage }) => ({
    number,
    state,
    at: createdAt.toISOString(),
    errorCode,
    errorClass,
    errorMessage,
  }));
  return {
    id: attempt.id,
    shop: shop.storeDomain,
    status: toOrderStatus(isBeingTried ? "PROCESSING" : attempt.status, order.contractStatus),
    billingDate: attempt.billingDate.toISOString(),
    contractId: order.contractId,
    attemptCount: attempt.attemptCount,
    attemptTime: attempt.attemptTime?.toISOString() ?? null,
    orderId: attempt.orderId,
    orderName: attempt.orderName,
    orderAmount: Number(attempt.orderAmount ?? tries.at(-1)?.amount ?? order.orderAmount),
    currencyCode: order.currencyCode,
    orderNote: attempt.orderNote,
    refundedAmount: Number(sumMoney(given)),
    nextTryAt: attempt.nextStep === "TRY" ? (attempt.nextStepAt?.toISOString() ?? null) : null,
    actionUrl: attempt.actionUrl,
    paymentMethod: method && { id: method.id, brand: method.brand, lastDigits: method.lastDigits },
    attempts: toShownTries(attempts, owner),
  };
}
