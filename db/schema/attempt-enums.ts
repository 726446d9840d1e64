/** States of one order of a contract. Apart from the table: the wire's schema needs the values, not the table. */
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
 * States with a charge that is under way or undecided. The gateway's answer decides about these orders; nothing else
 * moves, skips or cancels them meanwhile.
 */
export const OPEN_CHARGE_STATUSES = ["PROCESSING", "UNKNOWN", "ACTION_REQUIRED"] as const;
