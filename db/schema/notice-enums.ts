/** Enums of notices, separate from their tables: pages need the values only. */
export const NOTICE_KINDS = [
  "created",
  "upcoming_order",
  "order_paid",
  "payment_failed",
  "paused",
  "resumed",
  "cancelled",
  "skipped",
  "address",
  "frequency",
  "products",
  "card_expiring",
  "portal_link",
] as const;

/** Channels of notices. */
export const NOTICE_CHANNELS = ["MAIL", "SMS"] as const;

/** MADE: its mail or text message has the further state. LEFT_OUT: not made, `reason` says why. */
export const NOTICE_STATES = ["MADE", "LEFT_OUT"] as const;

/** Why a notice was not made. */
export const NOTICE_REASONS = [
  "OFF",
  "STOPPED",
  "UNSUBSCRIBED",
  "NO_ADDRESS",
  "NO_PHONE",
  "BAD_PHONE",
  "NO_PAYMENT_METHOD",
  "CONTRACT_PAUSED",
  "OUTDATED",
] as const;
