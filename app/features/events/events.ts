/** Of a contract or its orders; on the wire the shop's family (`subscription` or `membership`) and a dot come first. */
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
  | "upcoming-order-notification";

/** Of a contract's payments; the whole name, whatever the shop's family (docs/wire.md §6). */
export type PaymentEventType =
  | "order.paid"
  | "payment.failed"
  | "payment.action-required"
  | "payment-method.updated"
  | "dunning.started"
  | "dunning.ended";

/** What an event tells that cannot be read later as it was then. */
export type EventFacts = Readonly<Record<string, string | boolean | null>>;

/** A payment event with its facts; a contract event has none. */
export type ContractEvent = ContractEventType | { type: PaymentEventType; facts?: EventFacts };

/** Of anything else; the whole name. */
export type OtherEventType =
  | "bulk-automation.completed"
  | "import.completed"
  | "referral.accepted"
  | "referral.rewarded";
