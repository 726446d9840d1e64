import { type PaymentEnd, readAskedEnd } from "~/features/billing/charging/payment-end.service.server";
import { findOrder } from "~/features/billing/records/tries.repo.server";
import type { AttemptStatus } from "~db/schema/attempt-enums";

/** Possible results of billing an order, with the texts that report them; `bill`: it is paid. */
export const BILLED = {
  bill: "Order paid",
  bill_declined: "The payment did not go through",
  bill_asks_bank: "Not paid yet: the bank asks the customer to confirm the payment",
  bill_waiting: "Not paid yet: the charge is under way or follows by itself",
  bill_empty: "Nothing was charged: the order is empty and was skipped",
  bill_ended: "Nothing was charged: the contract had ended before this order",
};
type BilledDone = keyof typeof BILLED;

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
  return (order && NOT_CHARGED[order.attempt.status]) ?? BY_END[await readAskedEnd(shopId, attemptId, seen)];
}
