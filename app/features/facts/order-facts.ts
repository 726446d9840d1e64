import type { billingAttempts } from "~db/schema/billing";
import type { OrderFactKind } from "~db/schema/fact-enums";
import { NO_STATUS } from "~db/schema/facts";
import type { Fact } from "./contract-facts";

type Attempt = typeof billingAttempts.$inferSelect;
/** The fields of an order that are counted; its row fits. */
export type CountedOrder = Pick<
  Attempt,
  | "status"
  | "billingDate"
  | "completedAt"
  | "firstFailedAt"
  | "firstErrorCode"
  | "givenUpAt"
  | "orderAmount"
  | "orderId"
>;
/** @field triedAmount of its first try; decimal string, null without a try */
type OrderFactContext = {
  currencyCode: string;
  triedAmount: string | null;
  toDay: (instant: Date) => string;
};

/** Stands for the code of a failure that has none. */
const NO_ERROR_CODE = "";

/**
 * The facts of an order in its present state (docs/insights.md "Orders"): paid and recovered on the day it was paid,
 * failed on the day its first try failed, lost on the day it was given up, skipped on the day it was planned for.
 */
function toOrderFacts(order: CountedOrder, { currencyCode, triedAmount, toDay }: OrderFactContext): Fact[] {
  const { status, billingDate, completedAt, firstFailedAt, givenUpAt, orderAmount, orderId } = order;
  const reason = order.firstErrorCode ?? NO_ERROR_CODE;
  const toFact = (kind: OrderFactKind, at: Date, amount: string | null): Fact => ({
    day: toDay(at),
    kind,
    currencyCode,
    fromStatus: NO_STATUS,
    toStatus: NO_STATUS,
    count: 1,
    amount: amount ?? "0",
    subscribers: 0,
    orderId: kind === "PAID" ? orderId : null,
    reason: kind === "FAILED" || kind === "LOST" || kind === "RECOVERED" ? reason : null,
  });
  const facts: Fact[] = [];
  if (status === "SUCCESS") {
    const paidAt = completedAt ?? billingDate;
    facts.push(toFact("PAID", paidAt, orderAmount));
    if (firstFailedAt) facts.push(toFact("RECOVERED", paidAt, orderAmount));
  }
  if (firstFailedAt) facts.push(toFact("FAILED", firstFailedAt, triedAmount));
  if (givenUpAt) facts.push(toFact("LOST", givenUpAt, triedAmount));
  if (status === "SKIPPED") facts.push(toFact("SKIPPED", billingDate, null));
  return facts;
}

/** The facts that a change of an order adds; those it takes back have negative counts. */
export function toOrderFactsOfChange(
  before: CountedOrder,
  after: CountedOrder,
  context: OrderFactContext,
): Fact[] {
  const past = new Map(toOrderFacts(before, context).map((fact) => [toKey(fact), fact]));
  const added = toOrderFacts(after, context).filter((fact) => !past.delete(toKey(fact)));
  return [...added, ...[...past.values()].map(takeBack)];
}

const toKey = ({ kind, day, amount }: Fact): string => [kind, day, amount].join();

const takeBack = (fact: Fact): Fact => ({
  ...fact,
  count: -fact.count,
  amount: fact.amount.startsWith("-") || Number(fact.amount) === 0 ? fact.amount : `-${fact.amount}`,
});
