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

/**
 * States with a charge that is under way or undecided. Only the gateway's answer changes these orders; nothing else
 * moves, skips or cancels them meanwhile.
 */
export const OPEN_CHARGE_STATUSES = ["PROCESSING", "UNKNOWN", "ACTION_REQUIRED"] as const;
