import { findOrder, listTries } from "~/features/billing/records/tries.repo.server";
import { db } from "~db/client.server";

/**
 * What has come of charging an order. `open`: the bank still waits for its customer; `waiting`: unknown yet, or it could
 * not be tried so far (another charge of the card is under way, the gateway does not answer) and follows by itself.
 */
export type PaymentEnd = "paid" | "failed" | "open" | "waiting";

/**
 * @param triesBefore number of tries before somebody asked for the charge: without another one since, nothing has
 *   failed. Left out: the result of the last try
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
    // What the gateway has not taken is sent again.
    if (since.every(({ state }) => state === "REFUSED")) return "waiting";
  }
  return status === "ACTION_REQUIRED" ? "open" : "failed";
}
