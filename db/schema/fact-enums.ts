/** What a fact records (docs/insights.md): kinds of contracts first, then those of orders. */
export const CONTRACT_FACT_KINDS = [
  "NEW",
  "EXPANSION",
  "CONTRACTION",
  "CHURNED",
  "REACTIVATED",
  /** A change of status without a change of revenue. */
  "MOVED",
] as const;
export const ORDER_FACT_KINDS = ["PAID", "RECOVERED", "FAILED", "LOST", "SKIPPED", "REFUNDED"] as const;
/** A customer took an offer instead of cancelling. Not a movement: the change they took is one of its own. */
export const OFFER_FACT_KINDS = ["SAVED"] as const;
/** Steps of referrals: named by a customer, accepted by the friend, used with a contract, rewarded, reward refused. */
export const REFERRAL_FACT_KINDS = [
  "FRIEND_INVITED",
  "FRIEND_ACCEPTED",
  "FRIEND_JOINED",
  "REWARD_GIVEN",
  "REWARD_REFUSED",
] as const;
export const FACT_KINDS = [
  ...CONTRACT_FACT_KINDS,
  ...ORDER_FACT_KINDS,
  ...OFFER_FACT_KINDS,
  ...REFERRAL_FACT_KINDS,
] as const;
export type ReferralFactKind = (typeof REFERRAL_FACT_KINDS)[number];
export type ContractFactKind = (typeof CONTRACT_FACT_KINDS)[number];
export type OrderFactKind = (typeof ORDER_FACT_KINDS)[number];

/** Topics by which facts are broken down into parts, each a table of days and parts. */
export const FACT_TOPICS = [
  /** Contracts and revenue by the month they started in (`2026-03-01`). */
  "cohort",
  /** Contracts that ended, by the reason given. */
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
  /** … by bundle (its handle), and by discount code, with the amount it took off. */
  "sold_bundle",
  "sold_code",
  /** Orders whose first try failed, recovered ones and lost ones, by the code of that first failure. */
  "failed_code",
  "recovered_code",
  "lost_code",
  /** Cancellations averted by an offer, by the offer taken and by the reason given. */
  "saved_offer",
  "saved_reason",
] as const;
/**
 * The same by months (`day` is the first of one), written together with the days: over years there are too many days to
 * sum for each page. Cohorts are by months anyway.
 */
export const toMonthTopic = (topic: FactTopic) => `${topic}_months` as const;
export const ROLLED_UP_TOPICS = [
  ...FACT_TOPICS,
  ...FACT_TOPICS.map((topic) => `${topic}_months` as const),
] as const;

/** The cart line property of a box; its value is the bundle's handle (box-redirect.ts). */
export const BUNDLE_KEY = "_bundle";

/** Reasons that nobody gives: it ended by itself, or none was given. */
export const RAN_OUT = "Ran out";
export const PAYMENT_FAILED = "Payment failed";
export const NO_REASON = "No reason given";

/**
 * Of `sold_code`: discounts without a code, and codes of the referral programme, each for one person. No code is
 * spelled like this.
 */
export const NO_CODE = "(none)";
export const REFERRAL_CODES = "(referral)";

/**
 * Version of the set of kinds and topics, and of what is stored for recounting them. A shop that was counted with an
 * earlier version is counted again; only what is new is added.
 */
export const FACTS_VERSION = 3;

export type FactTopic = (typeof FACT_TOPICS)[number];
