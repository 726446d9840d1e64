import { openGateway } from "~/features/billing/gateway/open-gateway.server";
import { findOrder, listTries } from "~/features/billing/records/tries.repo.server";
import { claimOrder, giveBackOrder } from "~/features/billing/run/due-orders.repo.server";
import { LEASE_MS } from "~/features/billing/run/run.service.server";
import { readBillingSettings } from "~/features/billing/settings/billing-settings.repo.server";
import { BY_ITSELF } from "~/features/billing/tries/engine.server";
import { type Asked, hasChanged } from "~/features/billing/tries/may-be-charged.service.server";
import { stepOrder } from "~/features/billing/tries/step.service.server";
import { requireOwnOrder } from "~/features/contracts/change/contract-change";
import { requireAsSeen } from "~/features/contracts/change/contract-change.service.server";
import { isOver } from "~/features/contracts/change/contract-transitions";
import type { OperationCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { getOrderRecord } from "~/features/contracts/order-record/one-order.service.server";
import type { OrderRecord } from "~/features/contracts/order-record/order-record.server";
import { type OrderPlace, orderNotFound } from "~/features/order-schedule/order-place.service.server";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import type { AttemptStatus } from "~db/schema/attempt-enums";
import { countCustomersTry } from "./customer-tries.service.server";
import { findNextToOrder } from "./order-now.repo.server";

const refuse = (detail: string): ProblemError => new ProblemError("conflict", detail);

/** Why an order cannot be charged, by its status. */
const REFUSALS: Partial<Record<AttemptStatus, string>> = {
  SUCCESS: "The order is paid already.",
  SKIPPED: "The order was skipped.",
  PARKED: "The contract is not active: it has no upcoming orders.",
  CANCELLED: "The order was called off.",
  AUTO_CHARGE_DISABLED: "The contract is not charged automatically.",
  CONTRACT_ENDED: "The contract had ended before this order.",
};

/** What the form showed, so that a form that is sent twice, or after a change, charges nothing else. */
type Seen = {
  /** How many tries there were. */
  tries?: number;
  /** The contract's version: what the order would cost. */
  version?: number;
};

/**
 * Charge an order now: the merchant's "bill now", the customer's "pay now" for a failed order, or "order now" for their
 * next one, if the shop offers it. It is the worker's step, under the same lease: two concurrent calls, or a call
 * during a run, make one charge.
 *
 * A customer's call counts towards their limit of tries.
 *
 * @param seen a bare number is the number of tries
 * @returns the order after the charge; REQUESTING when another process is charging it
 * @throws ProblemError not_found; switched_off for "order now" where it is not offered; stale_version when the contract
 *   has changed since a form was shown; conflict for an order that is paid or skipped, whose contract is over, that is
 *   upcoming but not the next one, or that was tried since the form was shown; precondition_failed; too_many_requests
 *   for a customer
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
  requireOwnOrder(attempt);
  const refusal = REFUSALS[attempt.status];
  if (refusal) throw refuse(refusal);
  if (isOver(contractStatus)) throw refuse(`The contract is ${contractStatus.toLowerCase()}.`);
  if (!autoCharge) throw refuse("The contract is not charged automatically.");
  if (customerId !== null && attempt.status === "QUEUED") await requireOrderNow(shop.id, attempt);
  const gateway = openGateway(shop, audit.now);
  if (!gateway) throw refuse("The shop has not chosen a payment gateway: nothing is charged.");
  const leaseUntil = new Date(receivedAt.getTime() + LEASE_MS);
  if (await claimOrder(shop.id, attemptId, { realNow: receivedAt, leaseUntil })) {
    try {
      const asked = await requireUnchanged(caller, { attemptId, contractId }, seen);
      const settings = await readBillingSettings(shop.id);
      await stepOrder({ shop, gateway, settings, audit, database: BY_ITSELF }, attemptId, asked);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      await giveBackOrder(shop.id, attemptId);
      // If both apply, a failed If-Match takes precedence.
      if (error.code === "stale_version") await requireAsSeen(caller, contractId);
      throw error;
    }
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

/**
 * Refuses an order that has changed since the caller saw it. Under the lease, so that no other process can add a try.
 *
 * @returns the version that was checked, if the caller has seen or named one; the order is charged at this version only
 */
async function requireUnchanged(
  caller: OperationCaller,
  { attemptId, contractId }: OrderPlace,
  seen: number | Seen,
): Promise<Asked> {
  const shopId = caller.shop.id;
  const { tries, version }: Seen = typeof seen === "number" ? { tries: seen } : seen;
  if (tries !== undefined && (await listTries(db, shopId, attemptId)).length !== tries)
    throw refuse("The order was tried meanwhile. Look at what came of it first.");
  const namesState = Array.isArray(caller.ifMatch);
  if (version === undefined && !namesState) return {};
  // Read before the state is compared, so that no change can come in between.
  const present = (await findOrder(shopId, attemptId))?.version;
  if (version !== undefined && present !== version) throw hasChanged();
  await requireAsSeen(caller, contractId);
  return { version: present };
}
