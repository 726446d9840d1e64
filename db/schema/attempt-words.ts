/** What may become of one order of a contract. Apart from the table: the wire's schema needs the words alone. */
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
 * Orders of which a charge is under way or open: what was asked of the gateway decides what becomes of them, and nothing
 * else moves, skips or calls them off meanwhile.
 */
export const OPEN_CHARGE_STATUSES = ["PROCESSING", "UNKNOWN", "ACTION_REQUIRED"] as const;
