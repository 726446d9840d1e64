import type { AttemptStatus } from "~db/schema/attempt-enums";

/** SQL: an order `a` is one of its contract, not paid with the former one (docs/decisions/147). No list has those. */
export const IS_OWN = "a.paid_with_id is null";

/** SQL: an order `a` of its contract has that status. Only SKIPPED ones can be others: the rest is read from indexes. */
export const isOfStatus = (stored: AttemptStatus): string =>
  stored === "SKIPPED" ? `a.status = 'SKIPPED' and ${IS_OWN}` : `a.status = '${stored}'`;
