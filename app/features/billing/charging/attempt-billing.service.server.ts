import type { ChargedOrder } from "~/features/billing/charging/charged-order";
import { getChargedOrder, orderNotFound } from "~/features/billing/charging/charged-order.service.server";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { findOrder, listTries, updateOrder } from "~/features/billing/records/tries.repo.server";
import { claimOrder } from "~/features/billing/run/due-orders.repo.server";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { stepOrder } from "~/features/billing/tries/step.service.server";
import type { OperationCaller } from "~/features/contracts/operations/contract-operation.server";
import { findAttemptPlace } from "~/features/order-schedule/billing-attempts.repo.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import type { AttemptStatus } from "~db/schema/attempt-enums";

const refuse = (detail: string): ProblemError => new ProblemError("conflict", detail);

/** Why nothing is to be charged for an order, by its status. */
const REFUSALS: Partial<Record<AttemptStatus, string>> = {
  SUCCESS: "The order is paid already.",
  SKIPPED: "The order was skipped.",
  PARKED: "The contract is not active: it has no orders to come.",
  CANCELLED: "The order was called off.",
  AUTO_CHARGE_DISABLED: "The contract is not charged automatically.",
  CONTRACT_ENDED: "The contract had ended before this order.",
};

/**
 * Charge an order now: "bill now" of the merchant, "pay now" of the customer for one that has failed. The same step as
 * the worker's, under the same lease: asked twice at once, or beside a run, there is one charge.
 *
 * @param seenTries how many tries a form has shown: sent twice, it makes one
 * @returns the order as it is afterwards; REQUESTING when another process is at it
 * @throws ProblemError not_found; conflict for an order that is paid, skipped, or of a contract that is over, or that
 *   was tried since a form was shown
 */
export async function billNow(
  caller: OperationCaller,
  attemptId: number,
  seenTries?: number,
): Promise<ChargedOrder> {
  const { shop, customerId, audit, receivedAt } = caller;
  // One statement for existence and owner: an order of somebody else is answered like one that does not exist.
  if (!(await findAttemptPlace(shop.id, attemptId, customerId))) throw orderNotFound();
  const order = await findOrder(shop.id, attemptId);
  if (!order) throw orderNotFound();
  const { attempt, contractStatus, autoCharge } = order;
  const refusal = REFUSALS[attempt.status];
  if (refusal) throw refuse(refusal);
  if (contractStatus === "CANCELLED" || contractStatus === "EXPIRED")
    throw refuse(`The contract is ${contractStatus.toLowerCase()}.`);
  if (!autoCharge) throw refuse("The contract is not charged automatically.");
  if (customerId !== null && attempt.status === "QUEUED")
    throw refuse("This order has not failed: it is charged on its date.");
  const gateway = openGateway(shop, audit.now);
  if (!gateway) throw refuse("The shop has not chosen a payment gateway: nothing is charged.");
  const leaseUntil = new Date(receivedAt.getTime() + LEASE_MS);
  if (await claimOrder(shop.id, attemptId, { realNow: receivedAt, leaseUntil })) {
    // Now that no other process can add one.
    if (seenTries !== undefined && (await listTries(db, shop.id, attemptId)).length !== seenTries) {
      await updateOrder(db, shop.id, attemptId, { leaseUntil: null });
      throw refuse("The order was tried meanwhile. Look at what came of it first.");
    }
    const settings = await readBillingSettings(shop.id);
    await stepOrder({ shop, gateway, settings, audit }, attemptId, true);
  }
  return getChargedOrder(shop, attemptId, customerId, receivedAt);
}
