import type { Audit } from "~/features/activity/activity";
import { findAttemptPlace } from "~/features/billing/billing-attempts.repo.server";
import type { ContractChange, ContractState } from "~/features/contracts/contract-change";
import { type ChangedContract, changeContract } from "~/features/contracts/contract-change.service.server";
import {
  type FailedPayment,
  type PaidOrder,
  recordFailed,
  recordPaid,
} from "~/features/contracts/order-outcome";
import {
  deleteOneTimeProductsOf,
  listOneTimeProductsOf,
} from "~/features/one-time-products/move-products.repo.server";
import { noteFriendsOrderPaid } from "~/features/referrals/referral-progress.service.server";
import { notFound } from "~/http/problem";
import type { Queryable } from "~db/client.server";

type Order = { shop: { id: number; timeZone: string }; attemptId: number; audit: Audit };

/**
 * The platform has made an order and was paid. Told twice, the second time changes nothing (`isChanged` false).
 *
 * @throws ProblemError not_found; conflict for an attempt that has no payment to come
 */
export function recordOrderPaid(order: Order, paid: PaidOrder): Promise<ChangedContract> {
  return record(order, async (state, clock, tx) => {
    const oneTimeProducts = await listOneTimeProductsOf(tx, order.shop.id, order.attemptId);
    const change = recordPaid(state, order.attemptId, paid, clock, oneTimeProducts);
    return change && { ...change, also: (tx) => followPaidOrder(tx, order, state) };
  });
}

/** A payment did not go through. @throws ProblemError not_found; conflict for an attempt that has no payment to come */
export function recordOrderFailed(order: Order, failed: FailedPayment): Promise<ChangedContract> {
  return record(order, (state, clock) => recordFailed(state, order.attemptId, failed, clock));
}

/** What a paid order brings about beyond its contract, in the same transaction: it happens once an order. */
async function followPaidOrder(
  tx: Queryable,
  { attemptId }: Order,
  { contract }: ContractState,
): Promise<void> {
  await deleteOneTimeProductsOf(tx, contract.shopId, attemptId);
  await noteFriendsOrderPaid(tx, contract);
}

async function record(
  { shop, attemptId, audit }: Order,
  rule: (
    state: ContractState,
    clock: { now: Date; timeZone: string },
    tx: Queryable,
  ) => ContractChange | null | Promise<ContractChange | null>,
): Promise<ChangedContract> {
  const place = await findAttemptPlace(shop.id, attemptId, null);
  if (!place) throw notFound("There is no such order.");
  const contractId = place.subscriptionContractId;
  return changeContract({ shop, contractId, customerId: null, attemptId, audit }, (state, tx) =>
    rule(state, { now: audit.now, timeZone: shop.timeZone }, tx),
  );
}
