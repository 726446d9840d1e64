import { countCustomersTry } from "~/features/billing/charging/customer-tries.service.server";
import { findNextToOrder } from "~/features/billing/charging/order-now.repo.server";
import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { findOrder, listTries } from "~/features/billing/records/tries.repo.server";
import { claimOrder, giveBackOrder } from "~/features/billing/run/due-orders.repo.server";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { BY_ITSELF } from "~/features/billing/tries/engine.server";
import { stepOrder } from "~/features/billing/tries/step.service.server";
import { requireAsSeen } from "~/features/contracts/change/contract-change.service.server";
import type { OperationCaller } from "~/features/contracts/operations/contract-operation.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import type { OrderRecord } from "~/features/contracts/order-record/order-record.server";
import { type OrderPlace, orderNotFound } from "~/features/order-schedule/order-place.service.server";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import type { AttemptStatus } from "~db/schema/attempt-enums";

const refuse = (detail: string): ProblemError => new ProblemError("conflict", detail);

/** Why an order cannot be charged, by its status. */
const REFUSALS: Partial<Record<AttemptStatus, string>> = {
  SUCCESS: "The order is paid already.",
  SKIPPED: "The order was skipped.",
  PARKED: "The contract is not active: it has no orders to come.",
  CANCELLED: "The order was called off.",
  AUTO_CHARGE_DISABLED: "The contract is not charged automatically.",
  CONTRACT_ENDED: "The contract had ended before this order.",
};

/** What the form showed: sent twice, or after a change, it charges nothing else. */
type Seen = {
  /** How many tries there were. */
  tries?: number;
  /** The contract's version: what the order would cost. */
  version?: number;
};

/**
 * Charge an order now: "bill now" of the merchant, "pay now" of the customer for an order that has failed, "order now"
 * for their next one, if the shop offers it. The same step as the worker's, under the same lease: two concurrent calls,
 * or one beside a run, make one charge.
 *
 * A customer's call counts as a try of theirs.
 *
 * @param seen a bare number: of tries
 * @returns the order after the charge; REQUESTING when another process is charging it
 * @throws ProblemError not_found; switched_off for "order now" where it is not offered; stale_version when the contract
 *   has changed since a form was shown; conflict for an order that is paid, skipped, or of a contract that is over, for
 *   an upcoming one that is not the next, or one that was tried since a form was shown; precondition_failed;
 *   too_many_requests for a customer
 */
export async function billNow(
  caller: OperationCaller,
  place: OrderPlace,
  seen: number | Seen = {},
): Promise<OrderRecord> {
  await countCustomersTry(caller, place.attemptId);
  return billCounted(caller, place, seen);
}

/** The same for a caller who has counted the try (`countCustomersTry`). */
export async function billCounted(
  caller: OperationCaller,
  { attemptId, contractId }: OrderPlace,
  seen: number | Seen,
): Promise<OrderRecord> {
  const { shop, customerId, audit, receivedAt } = caller;
  await requireAsSeen(caller, contractId);
  const order = await findOrder(shop.id, attemptId);
  if (!order) throw orderNotFound();
  const { attempt, contractStatus, autoCharge } = order;
  const refusal = REFUSALS[attempt.status];
  if (refusal) throw refuse(refusal);
  if (contractStatus === "CANCELLED" || contractStatus === "EXPIRED")
    throw refuse(`The contract is ${contractStatus.toLowerCase()}.`);
  if (!autoCharge) throw refuse("The contract is not charged automatically.");
  if (customerId !== null && attempt.status === "QUEUED") await requireOrderNow(shop.id, attempt);
  const gateway = openGateway(shop, audit.now);
  if (!gateway) throw refuse("The shop has not chosen a payment gateway: nothing is charged.");
  const leaseUntil = new Date(receivedAt.getTime() + LEASE_MS);
  if (await claimOrder(shop.id, attemptId, { realNow: receivedAt, leaseUntil })) {
    const shown = typeof seen === "number" ? { tries: seen } : seen;
    const change = (await findChange(shop.id, attemptId, shown)) ?? (await findUnseen(caller, contractId));
    if (change) {
      await giveBackOrder(shop.id, attemptId);
      throw change;
    }
    const settings = await readBillingSettings(shop.id);
    await stepOrder({ shop, gateway, settings, audit, database: BY_ITSELF }, attemptId, true);
  }
  return getOrderRecord(shop, attemptId, customerId, receivedAt);
}

/** Customers may take their next order early if the shop allows it: the plan then counts from that day. */
async function requireOrderNow(shopId: number, attempt: { id: number; contractId: number }): Promise<void> {
  requirePortalAction(await readPortalSettings(shopId), "order_now");
  const { id, hasOpen } = await findNextToOrder(shopId, attempt.contractId);
  if (id !== attempt.id) throw refuse("Only the next order can be ordered now.");
  if (hasOpen) throw refuse("An earlier order waits to be paid.");
}

/** What has changed since a form was shown; checked under the lease, so that no other process can add a try. */
async function findChange(
  shopId: number,
  attemptId: number,
  { tries, version }: Seen,
): Promise<ProblemError | null> {
  if (tries !== undefined && (await listTries(db, shopId, attemptId)).length !== tries)
    return refuse("The order was tried meanwhile. Look at what came of it first.");
  if (version !== undefined && (await findOrder(shopId, attemptId))?.version !== version)
    return new ProblemError("stale_version", "The contract has changed meanwhile. Check the order first.");
  return null;
}

/** The same for callers that name a state of the contract (`If-Match`). */
const findUnseen = (caller: OperationCaller, contractId: number): Promise<ProblemError | null> =>
  requireAsSeen(caller, contractId).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ProblemError) return error;
      throw error;
    },
  );
