import type { DECLINE_CLASSES } from "~db/schema/charge-enums";

export type DeclineClass = (typeof DECLINE_CLASSES)[number];

/** What a charge is for; sent again unchanged while its outcome is unknown. */
export type ChargeParameters = {
  /** Decimal string in the currency's unit, more than zero. */
  amount: string;
  currencyCode: string;
  paymentMethodId: string;
};

/**
 * Outcome of a charge. `throttled` and `refused`: surely not charged, and not counted as a try. `unknown`: it may or may
 * not have been charged.
 */
export type Outcome =
  | { kind: "paid"; amount: string }
  | { kind: "declined"; code: string; message: string; class: DeclineClass }
  | { kind: "actionRequired"; url: string }
  | { kind: "pending" }
  | { kind: "unknown" }
  | { kind: "throttled"; retryAfterMs: number }
  | { kind: "refused"; reason: string };

/** What a customer is sent to the gateway's own page for: to give another payment method. */
export type MethodUpdate = {
  /** Ours: the same again leads to the same page. */
  id: string;
  /** The method so far: whoever it belongs to at the gateway gets the new one. */
  paymentMethodId: string | null;
  currencyCode: string;
  /** Where the page leads when it is done with or left. */
  returnUrl: string;
};

/** A payment method that a customer has given there; nothing more of a card than this. */
export type GivenMethod = {
  id: string;
  instrumentType: string;
  brand: string | null;
  lastDigits: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
};

type RefundOutcome = { kind: "done" } | { kind: "refused"; reason: string };

/**
 * Who takes a shop's money. One payment (`ref`) per order, paid at most once; each try charges it under its own key.
 * Every call is idempotent. When a call throws, its effect is unknown, a charge included. Source: docs/decisions/040.
 */
export interface PaymentGateway {
  /** Get the gateway's payment for an order, ready to charge this amount. The same order always gets the same one. */
  prepare(orderId: number, parameters: ChargeParameters): Promise<string>;
  /** Charge it. `parameters` are those it was prepared with; with others it is refused. */
  charge(ref: string, tryKey: string, parameters: ChargeParameters): Promise<Outcome>;
  /** What came of a charge; `notFound`: it has not arrived. */
  lookUp(ref: string, tryKey: string): Promise<Outcome | { kind: "notFound" }>;
  /**
   * Nothing is to be charged under this name any more, and pages that are open for it are closed; preparing it again opens
   * it anew. What has been paid stays paid: look it up afterwards.
   */
  cancel(ref: string): Promise<void>;
  /** A page of the gateway's where a customer gives another payment method; or it has sent them a mail with one. */
  startMethodUpdate(update: MethodUpdate): Promise<{ url: string; page: string } | { mailSent: true }>;
  /** What came of such a page. `over`: nothing, and nothing will. */
  readMethodUpdate(page: string): Promise<GivenMethod | "open" | "over">;
  /** Give part or all of what was paid back. @param amount decimal string */
  refund(ref: string, amount: string, key: string): Promise<RefundOutcome>;
}
