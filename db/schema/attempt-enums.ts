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

/** Orders whose money is owed, or may be: unpaid ones, and those of which nobody knows yet. */
export const OWED_STATUSES = [...UNPAID_STATUSES, ...UNDECIDED_STATUSES] as const;

/**
 * States with a charge that is under way or undecided. Only the gateway's answer changes these orders; nothing else
 * moves, skips or cancels them meanwhile.
 */
export const OPEN_CHARGE_STATUSES = [...UNDECIDED_STATUSES, "ACTION_REQUIRED"] as const;

/** Orders that count towards the number after which a contract expires: planned, under way or paid. */
export const COUNTED_STATUSES = ["QUEUED", ...OPEN_CHARGE_STATUSES, "SUCCESS"] as const;
