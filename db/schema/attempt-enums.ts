/** States of one order of a contract. Separate from the table: the wire's schema needs the values only. */
export const ATTEMPT_STATUSES = [
  "QUEUED",
  "PROCESSING",
  "SUCCESS",
  "FAILURE",
  "SKIPPED",
  "PARKED",
  "CANCELLED",
  "UNKNOWN",
  "ACTION_REQUIRED",
  "AUTO_CHARGE_DISABLED",
  "CONTRACT_ENDED",
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** Orders whose payment has failed, or that the customer has to confirm. */
export const UNPAID_STATUSES = ["FAILURE", "ACTION_REQUIRED"] as const;

/** Orders with a charge whose outcome is not known yet. */
export const UNDECIDED_STATUSES = ["PROCESSING", "UNKNOWN"] as const;

/**
 * States with a charge that is under way or undecided. Only the gateway's answer changes these orders; nothing else
 * moves, skips or cancels them meanwhile.
 */
export const OPEN_CHARGE_STATUSES = [...UNDECIDED_STATUSES, "ACTION_REQUIRED"] as const;
