/** What may become of one order of a contract. Apart from the table: the wire's schema needs the words alone. */
export const ATTEMPT_STATUSES = [
  "QUEUED",
  "PROCESSING",
  "SUCCESS",
  "FAILURE",
  "SKIPPED",
  "PARKED",
  "CANCELLED",
] as const;
