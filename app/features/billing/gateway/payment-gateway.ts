import type { DECLINE_CLASSES } from "~db/schema/charge-words";

export type DeclineClass = (typeof DECLINE_CLASSES)[number];

/** What a charge is for; sent again unchanged when nobody knows what came of it. */
export type ChargeParameters = {
  /** Decimal string in the currency's unit, more than zero. */
  amount: string;
  currencyCode: string;
  paymentMethodId: string;
};

/**
 * What a gateway says of a charge. `throttled` and `refused`: surely not charged, and no try. `unknown`: it may or may
 * not have been.
 */
export type Outcome =
  | { kind: "paid"; amount: string }
  | { kind: "declined"; code: string; message: string; class: DeclineClass }
  | { kind: "actionRequired"; url: string }
  | { kind: "pending" }
  | { kind: "unknown" }
  | { kind: "throttled"; retryAfterMs: number }
  | { kind: "refused"; reason: string };

type RefundOutcome = { kind: "done" } | { kind: "refused"; reason: string };

/**
 * Who takes a shop's money. One payment (`ref`) an order, paid at most once; a try charges it under a key of its own.
 * Every call may be made again with the same arguments and has the same effect as once. A call that throws has said
 * nothing: of a charge, nobody knows then. Source: platform-and-billing §10.
 */
export interface PaymentGateway {
  /** The gateway's payment for an order, with what is to be charged now. The same order gets the same one. */
  prepare(orderId: number, parameters: ChargeParameters): Promise<string>;
  /** Charge it. `parameters` are those it was prepared with; with others it is refused. */
  charge(ref: string, tryKey: string, parameters: ChargeParameters): Promise<Outcome>;
  /** What came of a charge; `notFound`: it has not arrived. */
  lookUp(ref: string, tryKey: string): Promise<Outcome | { kind: "notFound" }>;
  /** Give part or all of what was paid back. @param amount decimal string */
  refund(ref: string, amount: string, key: string): Promise<RefundOutcome>;
}
