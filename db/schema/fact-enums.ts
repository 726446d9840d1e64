/** What a fact tells (docs/insights.md). The kinds of contracts first, then those of orders. */
export const CONTRACT_FACT_KINDS = [
  "NEW",
  "EXPANSION",
  "CONTRACTION",
  "CHURNED",
  "REACTIVATED",
  /** Another status, and no other revenue. */
  "MOVED",
] as const;
export const ORDER_FACT_KINDS = ["PAID", "RECOVERED", "FAILED", "LOST", "SKIPPED", "REFUNDED"] as const;
export const FACT_KINDS = [...CONTRACT_FACT_KINDS, ...ORDER_FACT_KINDS] as const;
export type ContractFactKind = (typeof CONTRACT_FACT_KINDS)[number];
export type OrderFactKind = (typeof ORDER_FACT_KINDS)[number];

/** By what the days' facts are told apart: each topic is a table of its own, of days and parts. */
export const FACT_TOPICS = [
  /** Contracts and revenue by the month they started in (`2026-03-01`). */
  "cohort",
  /** Contracts that ended, by the reason told. */
  "churned_reason",
  /** … by whole months since they started. */
  "churned_age",
  /** … by each product that was in them. */
  "churned_product",
  /** Paid orders by product, variant, selling plan (its name) and country. */
  "sold_product",
  "sold_variant",
  "sold_plan",
  "sold_country",
] as const;
export type FactTopic = (typeof FACT_TOPICS)[number];
