import type { Audit } from "~/features/activity/activity";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import {
  type ChangedContract,
  changeContract,
} from "~/features/contracts/change/contract-change.service.server";
import {
  deleteOneTimeProductsOf,
  listOneTimeProductsOf,
  moveOneTimeProducts,
  takeSoldProduct,
} from "~/features/contracts/one-time-products/move-products.repo.server";
import { findAttemptPlace, findNextPlanned } from "~/features/order-schedule/billing-attempts.repo.server";
import { noteFriendsOrderPaid } from "~/features/referrals/records/referral-progress.service.server";
import { notFound } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { Transact } from "~db/together/shared-transactions.server";
import type { Transaction } from "~db/transaction.server";
import {
  type FailedPayment,
  type NotCharged,
  type PaidOrder,
  recordFailed,
  recordNotCharged,
  recordPaid,
  recordUndecided,
} from "./order-outcome";

type Order = {
  shop: { id: number; timeZone: string };
  attemptId: number;
  audit: Audit;
  /** The order's contract, if the caller has read it. */
  known?: ContractState;
  transact?: Transact;
};
/** Determines what to record, under the contract's lock and in the same transaction; null = recorded before. */
type Finder<T> = (tx: Transaction, state: ContractState) => Promise<T | null>;
/** Further writes in the transaction. */
type Also = (tx: Transaction, failed: FailedPayment) => Promise<void>;

const NO_MORE: Also = async () => {};

/**
 * Records that an order was made and paid. Recording it again changes nothing (`isChanged` false). Together with
 * `recordOrderFailed` the only way to record an order's outcome.
 *
 * @throws ProblemError not_found; conflict for an attempt that has no payment to come
 */
export function recordOrderPaid(
  order: Order,
  outcome: PaidOrder | Finder<PaidOrder>,
): Promise<ChangedContract> {
  return record(
    order,
    typeof outcome === "function" ? outcome : async () => outcome,
    async (state, paid, clock, tx) => {
      const oneTimeProducts = await listOneTimeProductsOf(tx, order.shop.id, order.attemptId);
      const change = recordPaid(state, order.attemptId, paid, clock, oneTimeProducts);
      const hadProducts = oneTimeProducts.length > 0;
      return (
        change && {
          ...change,
          async also(tx) {
            if (!hadProducts) await takeMovedProducts(tx, order, state, paid);
            await followPaidOrder(tx, order, state, hadProducts);
          },
        }
      );
    },
  );
}

/**
 * Records that it is not known yet whether an order is paid, for one that leaves out lines.
 * @throws ProblemError not_found
 */
export const recordOrderUndecided = (
  order: Order,
  find: Finder<{ skippedLineIds: readonly string[] }>,
): Promise<ChangedContract> =>
  record(order, find, async (state, { skippedLineIds }) =>
    recordUndecided(state, order.attemptId, skippedLineIds),
  );

/** Records a failed payment. @throws ProblemError not_found; conflict for an attempt that has no payment to come */
export function recordOrderFailed(
  order: Order,
  outcome: FailedPayment | Finder<FailedPayment>,
  also: Also = NO_MORE,
): Promise<ChangedContract> {
  return record(
    order,
    typeof outcome === "function" ? outcome : async () => outcome,
    async (state, failed, clock, tx) => ({
      ...recordFailed(state, order.attemptId, failed, clock),
      also: async () => {
        if (failed.end === "skip") await moveProductsOn(tx, order, state);
        await also(tx, failed);
      },
    }),
  );
}

/** Records that a due order is not charged. @throws ProblemError not_found; conflict unless it is QUEUED */
export function recordOrderNotCharged(order: Order, find: Finder<NotCharged>): Promise<ChangedContract> {
  return record(order, find, async (state, why, clock, tx) => ({
    ...recordNotCharged(state, order.attemptId, why, clock),
    also: () => moveProductsOn(tx, order, state),
  }));
}

/** One-time products of an order that is not made move to the next one. */
async function moveProductsOn(
  tx: Transaction,
  { shop, attemptId }: Order,
  state: ContractState,
): Promise<void> {
  const next = await findNextPlanned(tx, shop.id, state.contract.id, null);
  if (next !== null) await moveOneTimeProducts(tx, shop.id, attemptId, next);
}

/** An order that was given up has been paid after all: its one-time products, which moved on, are sold with it. */
async function takeMovedProducts(
  tx: Queryable,
  { attemptId }: Order,
  { contract, attempts }: ContractState,
  { sold }: PaidOrder,
): Promise<void> {
  if (attempts.find(({ id }) => id === attemptId)?.status !== "SKIPPED") return;
  for (const { lineId, variantId, quantity } of sold?.lines ?? [])
    if (lineId === null && variantId !== null) await takeSoldProduct(tx, contract, { variantId, quantity });
}

/** Consequences of a paid order outside its contract, in the same transaction, so that they happen once per order. */
async function followPaidOrder(
  tx: Queryable,
  { attemptId }: Order,
  { contract }: ContractState,
  hadProducts: boolean,
): Promise<void> {
  if (hadProducts) await deleteOneTimeProductsOf(tx, contract.shopId, attemptId);
  await noteFriendsOrderPaid(tx, contract);
}

async function record<T>(
  { shop, attemptId, audit, known, transact }: Order,
  find: Finder<T>,
  rule: (
    state: ContractState,
    outcome: T,
    clock: { now: Date; timeZone: string },
    tx: Transaction,
  ) => Promise<ContractChange | null>,
): Promise<ChangedContract> {
  const contractId =
    known?.contract.subscriptionContractId ??
    (await findAttemptPlace(shop.id, attemptId, null))?.subscriptionContractId;
  if (contractId === undefined) throw notFound("There is no such order.");
  return changeContract(
    { shop, contractId, customerId: null, attemptId, audit, known, transact, isOutcome: true },
    async (state, tx) => {
      const found = await find(tx, state);
      return found && rule(state, found, { now: audit.now, timeZone: shop.timeZone }, tx);
    },
  );
}
