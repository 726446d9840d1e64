import type { OrderFactKind } from "~db/schema/fact-enums";

/**
 * Kinds of days by which orders can be filtered, besides the date they are planned for: the day they were paid, paid
 * after a failure, failed for the first time, given up, or refunded. The same days and names as the facts', so that a
 * list has as many rows as the insights count (docs/insights.md "Orders").
 */
export const ORDER_DAYS = [
  "PAID",
  "RECOVERED",
  "FAILED",
  "LOST",
  "REFUNDED",
] as const satisfies readonly OrderFactKind[];
export type OrderDay = (typeof ORDER_DAYS)[number];
