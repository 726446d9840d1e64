import { type PaymentEnd, readPaymentEnd } from "~/features/billing/charging/payment-end.service.server";
import type { BilledDone } from "~/features/billing/orders-admin/actions/order-actions";
import { findOrder } from "~/features/billing/records/tries.repo.server";
import type { AttemptStatus } from "~db/schema/attempt-enums";

const BY_END: Record<PaymentEnd, BilledDone> = {
  paid: "bill",
  failed: "bill_declined",
  open: "bill_asks_bank",
  waiting: "bill_waiting",
};

/** Orders that turned out to have nothing to charge. */
const NOT_CHARGED: Partial<Record<AttemptStatus, BilledDone>> = {
  SKIPPED: "bill_empty",
  CONTRACT_ENDED: "bill_ended",
};

/** The result of an order that staff have billed. @param seen number of tries before */
export async function readBilled(shopId: number, attemptId: number, seen: number): Promise<BilledDone> {
  const order = await findOrder(shopId, attemptId);
  return (
    (order && NOT_CHARGED[order.attempt.status]) ?? BY_END[await readPaymentEnd(shopId, attemptId, seen)]
  );
}
