import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import { getTaggedContract } from "~/features/contracts/record/raw-contract.service.server";
import { appendEvents } from "~/features/events/events.repo.server";
import { toReasonName } from "~/features/facts/contract-facts";
import { type KeptByOffer, noteChanges, noteKept } from "~/features/facts/facts.service.server";
import { toMrr } from "~/features/facts/mrr";
import { topUpContract } from "~/features/order-schedule/billing-attempts.service.server";
import { retryWithNewMethod } from "~/features/order-schedule/new-method.server";
import { UPCOMING_ATTEMPTS } from "~/features/order-schedule/upcoming-attempts";
import { requireMatch, toEntityTag, type WantedTags } from "~/http/request/entity-tags";
import { ProblemError } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import type { Transact } from "~db/together/shared-transactions.server";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { toContractEvents } from "./change-events";
import {
  type ContractChange,
  type ContractRow,
  type ContractState,
  countOrdersAhead,
  decidePlanType,
  requireOwnOrder,
  toContractWrites,
  toOrderChanges,
} from "./contract-change";
import { lockContractState, writeContract } from "./contract-change.repo.server";
import { appendCountDelta } from "./contract-counts.repo.server";

/** Who changes a contract. */
export type ContractCaller = {
  shop: { id: number; timeZone: string };
  /** The customer who asks and must own it; null for callers that may change any contract of the shop. */
  customerId: number | null;
  audit: Audit;
  /** From `If-Match`: the contract must be in one of these states (its raw contract's ETags). */
  ifMatch?: WantedTags;
  /** The change is what the customer took instead of cancelling. */
  kept?: KeptByOffer;
};

/** Who changes which contract. */
export type ContractTarget = ContractCaller & {
  /** The wire's contract id: `subscriptionContractId`. */
  contractId: number;
  /** The version the caller has seen; forms carry it. Without it the change applies to whatever version there is. */
  expectedVersion?: number;
  /** An order that the change concerns: the state includes it, however old. */
  attemptId?: number;
  /** The change records the outcome of a payment: it is written even if the customer was erased meanwhile. */
  isOutcome?: true;
  /** The contract as the caller has read it, locked or not: while its version is unchanged, less is read again. */
  known?: ContractState;
  /** The transaction to use if the contract is `known`; otherwise the change opens its own. */
  transact?: Transact;
};

/** The result. `isChanged` false: the contract was like that already; nothing was written and no event appended. */
export type ChangedContract = {
  id: number;
  contractId: number;
  version: number;
  isChanged: boolean;
  /** Of the change, if there was one. */
  isOneWay?: true;
  /** The contract as the change found it, so that an undo need not read it again. */
  before: ContractState;
};

type Change = (
  state: ContractState,
  tx: Transaction,
) => ContractChange | null | Promise<ContractChange | null>;

/** `lockContractState`. */
const LOCKS_FIRST = { readsFirst: true };

/**
 * The only way to change a contract. In one transaction its row is locked, `change` returns the wanted state (or
 * refuses by throwing), and rows, amounts, version, counters, activity and events are written together. Changes of one
 * contract are serialised, so none is lost, and `change` always sees the result of the previous one.
 *
 * @param change rules only; `tx` is for what must be read or written together with it. null = nothing to do
 * @throws ProblemError not_found; conflict when its customer was erased; stale_version when the contract's version is
 *   no longer `expectedVersion`; precondition_failed when it is in none of the states of `ifMatch`
 */
export async function changeContract(target: ContractTarget, change: Change): Promise<ChangedContract> {
  const { known, transact } = target;
  const work = (tx: Transaction) => changeContractIn(tx, target, change);
  return known && transact ? transact(toKeys(known), work) : inTransaction(work, LOCKS_FIRST);
}

/**
 * The same, and reads the caller's answer at the end of the transaction: the statement is sent with the commit, without
 * a round trip of its own.
 * @param read should send one statement immediately: a second one would have to wait, and would follow the commit
 */
export async function changeAndReadContract<A>(
  target: ContractTarget,
  change: Change,
  read: (before: ContractState, tx: Transaction) => Promise<A>,
): Promise<ChangedContract & { answer: A }> {
  const { done, reading } = await inTransaction(async (tx) => {
    const done = await changeContractIn(tx, target, change);
    const reading = read(done.before, tx);
    // If the commit fails as well, nobody awaits this any more.
    reading.catch(() => {});
    return { done, reading };
  }, LOCKS_FIRST);
  // If this fails, Postgres has rolled the change back instead of committing it.
  return { ...done, answer: await reading };
}

/** What a change locks and counts: two changes that share one of these keys must not run together. */
const toKeys = ({ contract: { id, customerId, paymentMethodId } }: ContractState): string[] => [
  `contract ${id}`,
  `customer ${customerId}`,
  ...(paymentMethodId === null ? [] : [`method ${paymentMethodId}`]),
];

/**
 * The same within a caller's transaction. A caller that changes several contracts takes them in the order of their ids.
 */
export async function changeContractIn(
  tx: Transaction,
  target: ContractTarget,
  change: Change,
): Promise<ChangedContract> {
  const { shop, contractId, customerId, expectedVersion, ifMatch, attemptId, known, audit, kept } = target;
  const which = { shopId: shop.id, contractId, owner: customerId };
  const state = await lockContractState(tx, which, audit.now, attemptId, known);
  if (!state) throw contractNotFound();
  const { contract } = state;
  if (contract.erasedAt && !target.isOutcome)
    throw new ProblemError("conflict", "The contract's customer was erased: it is not changed any more.");
  if (expectedVersion !== undefined && contract.version !== expectedVersion)
    throw new ProblemError(
      "stale_version",
      "Someone else has changed this contract in the meantime. Check it and try again if you still want the change.",
    );
  await requireAsSeen({ shop, customerId, ifMatch }, contractId, tx);
  const named = state.attempts.find(({ id }) => id === attemptId);
  if (named) requireOwnOrder(named);
  const wanted = await change(state, tx);
  const writes = wanted && toContractWrites(state, wanted);
  const { id } = contract;
  if (!wanted || !writes)
    return { id, contractId, version: contract.version, isChanged: false, before: state };
  const version = contract.version + 1;
  // If this machine's clock is behind, the contract's time must still not go backwards.
  const updatedAt = new Date(Math.max(audit.now.getTime(), contract.updatedAt.getTime()));
  // Sent together, so none waits for another. When one fails, the driver reports the statement that ended the
  // transaction, not those behind it.
  const written = writeContract(tx, contract, writes, { version, updatedAt });
  await Promise.all([
    written,
    appendActivity(
      tx,
      { shopId: shop.id, contractId: id, action: wanted.action, before: writes.before, after: writes.after },
      audit,
    ),
    appendEvents(tx, toContractEvents(state, wanted, writes, { shopId: shop.id, version, now: audit.now })),
    // After the rows, so that it can read them.
    noteChanges(
      tx,
      shop,
      [
        {
          before: contract,
          after: { ...contract, ...writes.contract },
          orders: toOrderChanges(state, writes),
        },
      ],
      audit.now,
    ),
    countChange(tx, contract, writes.contract, written),
  ]);
  if (wanted.planOrders && countOrdersAhead(state, writes, audit.now) < UPCOMING_ATTEMPTS)
    await topUpContract(tx, shop, id, audit.now);
  if (writes.contract.paymentMethodId) await retryWithNewMethod(tx, shop.id, id, audit.now);
  await wanted.also?.(tx);
  if (kept) await recordKept(tx, shop, contract, kept, audit);
  return { id, contractId, version, isChanged: true, isOneWay: wanted.isOneWay, before: state };
}

/**
 * Checks nothing unless the caller has named states (`If-Match`). Call it under the contract's lock.
 * @throws ProblemError precondition_failed
 */
export async function requireAsSeen(
  { shop, customerId, ifMatch }: Pick<ContractCaller, "customerId" | "ifMatch"> & { shop: { id: number } },
  contractId: number,
  on?: Queryable,
): Promise<void> {
  if (ifMatch)
    requireMatch(ifMatch, toEntityTag(await getTaggedContract(shop.id, contractId, customerId, on)));
}

/** @param written resolves to the plan type that Postgres derives; only changes of intervals wait for it */
async function countChange(
  tx: Transaction,
  contract: ContractRow,
  changed: Partial<ContractRow>,
  written: Promise<ContractRow["planType"]>,
): Promise<void> {
  const planType = decidePlanType(Object.keys(changed)) ? await written : contract.planType;
  await appendCountDelta(tx, contract.shopId, contract, { ...contract, ...changed, planType });
}

/**
 * An entry of its own in the contract's history: the offer taken, the reason for wanting to cancel, and the MRR kept.
 */
async function recordKept(
  tx: Transaction,
  shop: ContractCaller["shop"],
  contract: ContractRow,
  kept: KeptByOffer,
  audit: Audit,
): Promise<void> {
  const named = { ...kept, reason: toReasonName(kept.reason) };
  const after = { ...named, mrr: toMrr(contract) };
  await appendActivity(
    tx,
    { shopId: shop.id, contractId: contract.id, action: "contract.kept", after },
    audit,
  );
  await noteKept(tx, shop, contract, named, audit.now);
}
