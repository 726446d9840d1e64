import { findOrder, listTries } from "~/features/billing/records/tries.repo.server";
import { isUnpaid } from "~/features/order-schedule/attempt-status";
import { db } from "~db/client.server";

/**
 * The result of charging an order. `open`: the bank still waits for the customer; `waiting`: not known yet, or the
 * charge could not be made so far (another charge of the card is under way, the gateway does not answer) and follows
 * automatically.
 */
export type PaymentEnd = "paid" | "failed" | "open" | "waiting";

/**
 * @param triesBefore number of tries before somebody asked for the charge: without another one since, nothing has
 *   failed. If omitted, the last try's result counts
 */
export async function readPaymentEnd(
  shopId: number,
  attemptId: number,
  triesBefore?: number,
): Promise<PaymentEnd> {
  const status = (await findOrder(shopId, attemptId))?.attempt.status;
  if (status === "SUCCESS") return "paid";
  if (status === "PROCESSING" || status === "UNKNOWN" || status === "QUEUED") return "waiting";
  if (triesBefore !== undefined) {
    const since = (await listTries(db, shopId, attemptId)).filter(({ number }) => number > triesBefore);
    // A charge that the gateway has not taken is tried again.
    if (since.every(({ state }) => state === "REFUSED")) return "waiting";
  }
  return status === "ACTION_REQUIRED" ? "open" : "failed";
}

/**
 * The same for somebody who has asked for the charge. If it was put off on a contract that is not active, it does not
 * follow by itself: they have to ask again.
 *
 * @param triesBefore as above
 */
export async function readAskedEnd(
  shopId: number,
  attemptId: number,
  triesBefore: number,
): Promise<PaymentEnd> {
  const end = await readPaymentEnd(shopId, attemptId, triesBefore);
  const order = end === "waiting" ? await findOrder(shopId, attemptId) : null;
  if (!order) return end;
  const { attempt, contractStatus } = order;
  // An order without products is skipped.
  if (attempt.status === "SKIPPED") return "failed";
  const isPutOff = isUnpaid(attempt) && attempt.leaseUntil === null;
  return isPutOff && contractStatus !== "ACTIVE" ? "failed" : end;
}
