import { toDayString } from "~/lib/format";
import { addMoney } from "~/lib/money";
import { toDayReader } from "~/lib/shop-calendar.server";
import type { Queryable } from "~db/client.server";
import { NO_STATUS } from "~db/schema/facts";
import type { CancelOffer } from "~db/schema/portal-settings";
import { type Fact, type FactFields, isRunning, toContractFact } from "./contract-facts";
import { appendFacts, countOnlyThese, findTriedAmount, keepEndedProducts } from "./facts.repo.server";
import { toMrr } from "./mrr";
import { type CountedOrder, toOrderFactsOfChange } from "./order-facts";
import { type CountedReferral, toReferralFactsOfChange } from "./referral-facts";

/** @field timeZone defines its days */
export type FactShop = { id: number; timeZone: string };
/** The fields of a contract that facts need; its row fits. */
type FactContract = FactFields & { id: number; customerId: number; createdAt: Date };
type OrderChange = { id: number; before: CountedOrder; after: CountedOrder };

/** @field reason in the wording of the shop's list */
export type KeptByOffer = { offer: Exclude<CancelOffer, "NONE">; reason: string };

/** @field before null: it was created @field orders those of its orders that changed */
export type FactChange = {
  before: FactContract | null;
  after: FactContract;
  orders?: readonly OrderChange[];
};

/**
 * Appends the facts of changes of contracts and their orders (docs/insights.md), in the transaction of the changes. Call it
 * after the changes and their history are written. Changes that no number counts write nothing; equal facts share a row.
 */
export async function noteChanges(
  tx: Queryable,
  shop: FactShop,
  changes: readonly FactChange[],
  now: Date,
): Promise<void> {
  const added: Fact[] = [];
  const toDay = toDayReader(shop.timeZone);
  const day = toDay(now);
  const ended: { fact: Fact; contractId: number }[] = [];
  const running = { "1": [], "-1": [] } as Record<"1" | "-1", { fact: Fact; contract: FactContract }[]>;
  for (const { before, after, orders = [] } of changes) {
    const fact = isSameForFacts(before, after)
      ? null
      : toContractFact(before, after, { day, startedOn: toDay(after.createdAt) });
    if (fact) {
      added.push(fact);
      if (fact.kind === "CHURNED") ended.push({ fact, contractId: after.id });
      const runs = Number(isRunning(after.status)) - Number(before !== null && isRunning(before.status));
      if (runs === 1 || runs === -1) running[`${runs}`].push({ fact, contract: after });
    }
    for (const order of orders) {
      // A bulk change moves thousands of orders, and few of them fail: only those need a query.
      const triedAmount = isFailure(order) ? await findTriedAmount(tx, shop.id, order.id) : null;
      const context = { currencyCode: after.currencyCode, triedAmount, toDay };
      added.push(...toOrderFactsOfChange(order.before, order.after, context));
    }
  }
  if (ended.length > 0) await addProducts(tx, shop.id, ended);
  const merged = mergeAlike(added);
  for (const sign of ["1", "-1"] as const)
    await addSubscribers(tx, shop.id, Number(sign), running[sign], merged);
  if (merged.length > 0) await appendFacts(tx, shop.id, merged);
}

type CountedRefund = { currencyCode: string; amount: string };

/** A refund of an order of a contract, in the transaction that records it. */
export const noteRefund = (
  tx: Queryable,
  shop: FactShop,
  refund: CountedRefund,
  madeAt: Date,
): Promise<void> => addRefund(tx, shop, { ...refund, count: 1 }, madeAt);

/** A refund that was made and has been sent back by the bank: it no longer counts on the day it was made. */
export const noteRefundSentBack = (
  tx: Queryable,
  shop: FactShop,
  { currencyCode, amount }: CountedRefund,
  madeAt: Date,
): Promise<void> => addRefund(tx, shop, { currencyCode, amount: `-${amount}`, count: -1 }, madeAt);

async function addRefund(
  tx: Queryable,
  shop: FactShop,
  refund: CountedRefund & { count: 1 | -1 },
  madeAt: Date,
): Promise<void> {
  const day = toDayString(madeAt, shop.timeZone);
  const none = { fromStatus: NO_STATUS, toStatus: NO_STATUS, subscribers: 0 } as const;
  await appendFacts(tx, shop.id, [{ ...refund, ...none, day, kind: "REFUNDED" }]);
}

/**
 * Records a cancellation that the customer did not go through with, because they took an offer. In the transaction of
 * the change that they accepted.
 *
 * @param contract as it was when the offer was made
 * @param kept the offer taken, and the reason given
 */
export async function noteKept(
  tx: Queryable,
  shop: FactShop,
  contract: FactFields,
  { offer, reason }: KeptByOffer,
  now: Date,
): Promise<void> {
  const none = { fromStatus: NO_STATUS, toStatus: NO_STATUS, subscribers: 0 } as const;
  const day = toDayString(now, shop.timeZone);
  const { currencyCode } = contract;
  await appendFacts(tx, shop.id, [
    { ...none, day, kind: "SAVED", currencyCode, count: 1, amount: toMrr(contract), reason, offer },
  ]);
}

/** A change of a referral, in the transaction that writes it. @param before null: it is new */
export async function noteReferral(
  tx: Queryable,
  shop: FactShop,
  before: CountedReferral | null,
  after: CountedReferral,
): Promise<void> {
  const toDay = (instant: Date) => toDayString(instant, shop.timeZone);
  const changes = toReferralFactsOfChange(before, after, toDay);
  if (changes.length > 0) await appendFacts(tx, shop.id, changes);
}

/**
 * A customer names a friend. @param isNew false if they were named before: the same facts are written, with counts of
 * zero
 */
export async function noteInvitation(
  tx: Queryable,
  shop: FactShop,
  isNew: boolean,
  invitedAt: Date,
): Promise<void> {
  const invited = { status: "INVITED", isClaimed: false, invitedAt } as const;
  const later = { acceptedAt: null, usedAt: null, closedAt: null };
  const facts = toReferralFactsOfChange(null, { ...invited, ...later }, (at) =>
    toDayString(at, shop.timeZone),
  );
  await appendFacts(
    tx,
    shop.id,
    facts.map((fact) => ({ ...fact, count: isNew ? 1 : 0 })),
  );
}

/** Most changes touch none of this and need no arithmetic with money and days. */
const isSameForFacts = (before: FactContract | null, after: FactContract): boolean =>
  before !== null &&
  before.status === after.status &&
  before.contractAmount === after.contractAmount &&
  before.billingInterval === after.billingInterval &&
  before.billingIntervalCount === after.billingIntervalCount;

const isFailure = ({ before, after }: OrderChange): boolean =>
  after.firstFailedAt !== before.firstFailedAt || after.givenUpAt !== before.givenUpAt;

async function addProducts(
  tx: Queryable,
  shopId: number,
  ended: readonly { fact: Fact; contractId: number }[],
): Promise<void> {
  const products = await keepEndedProducts(
    tx,
    shopId,
    ended.map(({ contractId }) => contractId),
  );
  for (const { fact, contractId } of ended) fact.productIds = products.get(contractId) ?? null;
}

/**
 * Counts each customer once, however many contracts they have: on the first fact that starts or ends a subscription.
 */
async function addSubscribers(
  tx: Queryable,
  shopId: number,
  sign: number,
  running: readonly { fact: Fact; contract: FactContract }[],
  merged: readonly Fact[],
): Promise<void> {
  const [first] = running;
  const carrier = first && merged.find((fact) => toKey(fact) === toKey(first.fact));
  if (!carrier) return;
  const count = await countOnlyThese(tx, shopId, {
    customerIds: [...new Set(running.map(({ contract }) => contract.customerId))],
    contractIds: running.map(({ contract }) => contract.id),
  });
  carrier.subscribers += sign * count;
}

const toKey = (fact: Fact): string =>
  [
    fact.day,
    fact.kind,
    fact.currencyCode,
    fact.fromStatus,
    fact.toStatus,
    fact.startedOn,
    fact.reason,
    fact.offer,
    fact.productIds?.join(" "),
    fact.orderId,
  ].join();

function mergeAlike(facts: readonly Fact[]): Fact[] {
  if (facts.length < 2) return [...facts];
  const sums = new Map<string, Fact>();
  for (const fact of facts) {
    const sum = sums.get(toKey(fact));
    if (!sum) sums.set(toKey(fact), { ...fact });
    else {
      sum.count += fact.count;
      sum.amount = addMoney(sum.amount, fact.amount);
    }
  }
  return [...sums.values()];
}
