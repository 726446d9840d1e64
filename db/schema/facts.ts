import { date, integer, text } from "drizzle-orm/pg-core";
import { currency, instant, int64, money, oneOf } from "./columns";
import { CONTRACT_STATUSES } from "./contract-enums";
import { FACT_KINDS, FOLDED_TOPICS } from "./fact-enums";
import { tenantTable } from "./tenant-table";

/** No status: before a contract was made, and of an order. Part of a key, hence not null. */
export const NO_STATUS = "";
const FACT_STATUSES = [NO_STATUS, ...CONTRACT_STATUSES] as const;

/**
 * What changes of contracts and orders have brought about, one narrow row a change, appended in its transaction and never
 * updated: edits do not wait for each other. A job folds them into `fact_days` and `fact_parts`; readers sum both.
 */
export const facts = tenantTable(
  "facts",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** In the zone the shop had at that time. */
    day: date("day", { mode: "string" }).notNull(),
    kind: text("kind", { enum: FACT_KINDS }).notNull(),
    currencyCode: currency("currency_code").notNull(),
    fromStatus: text("from_status", { enum: FACT_STATUSES }).notNull(),
    toStatus: text("to_status", { enum: FACT_STATUSES }).notNull(),
    /** How many contracts or orders; negative takes back. */
    count: integer("count").notNull(),
    /** By how much recurring revenue a month changes, or the order's amount. */
    amount: money("amount").notNull(),
    /** Customers with a contract that runs: by how many more. */
    subscribers: integer("subscribers").notNull(),
    /** Of contracts: the day they were made. */
    startedOn: date("started_on", { mode: "string" }),
    /** Of contracts that end or would have: why; of orders that failed: the code of the first failure. */
    reason: text("reason"),
    /** Of a cancellation that was met by one (`CANCEL_OFFERS`): what was taken. */
    offer: text("offer"),
    /** Of contracts that end: what was in them. */
    productIds: int64("product_ids").array(),
    /** Of paid orders: `orders.id`. */
    orderId: int64("order_id"),
  },
  () => [
    oneOf("facts_kind_check", "kind", FACT_KINDS),
    oneOf("facts_from_status_check", "from_status", FACT_STATUSES),
    oneOf("facts_to_status_check", "to_status", FACT_STATUSES),
  ],
);

/** The folded facts of a day; their sum, with the facts not folded yet, is what the days' numbers are made of. */
export const factDays = tenantTable(
  "fact_days",
  ["day", "kind", "currencyCode", "fromStatus", "toStatus"],
  {
    day: date("day", { mode: "string" }).notNull(),
    kind: text("kind", { enum: FACT_KINDS }).notNull(),
    currencyCode: currency("currency_code").notNull(),
    fromStatus: text("from_status", { enum: FACT_STATUSES }).notNull(),
    toStatus: text("to_status", { enum: FACT_STATUSES }).notNull(),
    count: integer("count").notNull(),
    amount: money("amount").notNull(),
    subscribers: integer("subscribers").notNull(),
  },
  () => [oneOf("fact_days_kind_check", "kind", FACT_KINDS)],
);

/** The same facts told apart: by cohort, reason, product and so on, as far as a fact tells. */
export const factParts = tenantTable(
  "fact_parts",
  ["topic", "day", "part", "currencyCode"],
  {
    topic: text("topic", { enum: FOLDED_TOPICS }).notNull(),
    /** Of cohorts and of topics by months: the first of the month. */
    day: date("day", { mode: "string" }).notNull(),
    part: text("part").notNull(),
    currencyCode: currency("currency_code").notNull(),
    count: integer("count").notNull(),
    units: integer("units").notNull(),
    amount: money("amount").notNull(),
  },
  () => [oneOf("fact_parts_topic_check", "topic", FOLDED_TOPICS)],
);

/** One row a shop whose facts were counted from its tables: since when they are whole. */
export const factStates = tenantTable("fact_states", [], {
  /** The first day from which every change is among the facts; before it, as far as history and orders reach. */
  wholeFrom: date("whole_from", { mode: "string" }).notNull(),
  recountedAt: instant("recounted_at").notNull(),
  /** `FACTS_VERSION` when they were counted. */
  version: integer("version").notNull().default(1),
});
