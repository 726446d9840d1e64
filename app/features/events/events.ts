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

/** Of anything else; the whole name. */
export type OtherEventType =
  | "bulk-automation.completed"
  | "import.completed"
  | "referral.accepted"
  | "referral.rewarded";
