/** An order is due soon. Carries its contract's version, but is no change of it: many may have one version. */
export const ANNOUNCEMENT = "upcoming-order-notification";

/**
 * Types of contract and order events; on the wire they have the shop's family (`subscription` or `membership`) and a
 * dot before them.
 */
export type ContractEventType =
  | "created"
  | "updated"
  | "activated"
  | "paused"
  | "cancelled"
  | "expired"
  | "next-order-date-changed"
  | "billing-interval-changed"
  | "billing-success"
  | "billing-failure"
  | "billing-skipped"
  | typeof ANNOUNCEMENT;

/** Types of payment events; full names, whatever the shop's family (docs/wire.md §6). */
export type PaymentEventType =
  | "order.paid"
  | "payment.failed"
  | "payment.action-required"
  | "payment-method.updated"
  | "dunning.started"
  | "dunning.ended";

/** Data of an event that cannot be looked up later as it was then. */
export type EventFacts = Readonly<Record<string, string | boolean | null>>;

/** A payment event with its facts; a contract event has none. */
export type ContractEvent = ContractEventType | { type: PaymentEventType; facts?: EventFacts };

/** All other types; full names. */
export type OtherEventType =
  | "bulk-automation.completed"
  | "import.completed"
  | "referral.accepted"
  | "referral.rewarded";
