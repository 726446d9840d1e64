import type { DECLINE_CLASSES } from "~db/schema/charge-enums";

export type DeclineClass = (typeof DECLINE_CLASSES)[number];

/** Parameters of a charge; sent again unchanged while its outcome is unknown. */
export type ChargeParameters = {
  /** Decimal string in the currency's unit, more than zero. */
  amount: string;
  currencyCode: string;
  paymentMethodId: string;
};

/**
 * Outcome of a charge. `throttled` and `refused`: certainly not charged, and not counted as a try. `unknown`: it may or
 * may not have been charged.
 */
export type Outcome =
  | { kind: "paid"; amount: string }
  | { kind: "declined"; code: string; message: string; class: DeclineClass }
  | { kind: "actionRequired"; url: string }
  | { kind: "pending" }
  | { kind: "unknown" }
  | { kind: "throttled"; retryAfterMs: number }
  | { kind: "refused"; reason: string };

/** A request for a hosted page on which a customer enters another payment method. */
export type MethodUpdate = {
  /** Our id; a repeated request with it leads to the same page. */
  id: string;
  /** The present method: its owner at the gateway gets the new one. */
  paymentMethodId: string | null;
  currencyCode: string;
  /** Where the page leads when it is finished or left. */
  returnUrl: string;
};

/** A payment method that a customer has entered there. It contains no other data of a card. */
export type GivenMethod = {
  id: string;
  instrumentType: string;
  brand: string | null;
  lastDigits: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
};

/**
 * `pending`: on its way, for days; one that is `done` may still be sent back by the customer's bank, and is `refused`
 * then. `elsewhere`: the payment was made at an account that the shop has left; nothing is known of its refunds.
 */
export type RefundOutcome =
  | { kind: "done" }
  | { kind: "pending" }
  | { kind: "refused" | "elsewhere"; reason: string };

/**
 * The service that charges a shop's customers. One payment (`ref`) per order, paid at most once; each try charges it
 * under its own key. Every call is idempotent. If a call throws, its effect is unknown, and this includes charges.
 * Source: docs/decisions/040.
 */
export interface PaymentGateway {
  /**
   * Gets the gateway's payment for an order, ready to charge this amount. The same order always gets the same payment.
   */
  prepare(orderId: number, parameters: ChargeParameters): Promise<string>;
  /** Charges it. `parameters` must be those it was prepared with; others are refused. */
  charge(ref: string, tryKey: string, parameters: ChargeParameters): Promise<Outcome>;
  /** The outcome of a charge; `notFound`: it has not arrived. */
  lookUp(ref: string, tryKey: string): Promise<Outcome | { kind: "notFound" }>;
  /**
   * Prevents any further charge of this payment, and closes its open pages; preparing it again reopens it. What has
   * been paid stays paid: look it up afterwards.
   */
  cancel(ref: string): Promise<void>;
  /** Opens a hosted page on which a customer enters another payment method; or the gateway has mailed them one. */
  startMethodUpdate(update: MethodUpdate): Promise<{ url: string; page: string } | { mailSent: true }>;
  /** The result of such a page. `over`: nothing was entered, and nothing will be. */
  readMethodUpdate(page: string): Promise<GivenMethod | "open" | "over">;
  /** Refunds part or all of what was paid. @param amount decimal string */
  refund(ref: string, amount: string, key: string): Promise<RefundOutcome>;
  /** What has become of a refund; `notFound`: it has not arrived. Nothing is refunded. */
  lookUpRefund(ref: string, key: string): Promise<RefundOutcome | { kind: "notFound" }>;
}
