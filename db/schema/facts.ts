import { date, index, integer, text } from "drizzle-orm/pg-core";
import { currency, instant, int64, money, oneOf } from "./columns";
import { CONTRACT_STATUSES } from "./contract-enums";
import { FACT_KINDS, ROLLED_UP_TOPICS } from "./fact-enums";
import { tenantTable } from "./tenant-table";

/** No status: before a contract was created, and for orders. Part of a key, hence not null. */
export const NO_STATUS = "";
const FACT_STATUSES = [NO_STATUS, ...CONTRACT_STATUSES] as const;

/**
 * Effects of changes of contracts and orders on the shop's numbers, one narrow row per change, appended in its
 * transaction and never updated, so that edits do not wait for each other. A job rolls them up into `fact_days` and
 * `fact_parts`; readers sum both.
 */
export const facts = tenantTable(
  "facts",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** In the time zone the shop had at that time. */
    day: date("day", { mode: "string" }).notNull(),
    kind: text("kind", { enum: FACT_KINDS }).notNull(),
    currencyCode: currency("currency_code").notNull(),
    fromStatus: text("from_status", { enum: FACT_STATUSES }).notNull(),
    toStatus: text("to_status", { enum: FACT_STATUSES }).notNull(),
    /** How many contracts or orders; negative to take back. */
    count: integer("count").notNull(),
    /** By how much monthly recurring revenue changes, or the order's amount. */
    amount: money("amount").notNull(),
    /** By how many the customers with a running contract change. */
    subscribers: integer("subscribers").notNull(),
    /** For contracts: the day they were created. */
    startedOn: date("started_on", { mode: "string" }),
    /** For contracts that end, or would have: the reason; for failed orders: the code of the first failure. */
    reason: text("reason"),
    /** For an averted cancellation: the offer taken (`CANCEL_OFFERS`). */
    offer: text("offer"),
    /** For contracts that end: their products. */
    productIds: int64("product_ids").array(),
    /** For paid orders: `orders.id`. */
    orderId: int64("order_id"),
  },
  () => [
    oneOf("facts_kind_check", "kind", FACT_KINDS),
    oneOf("facts_from_status_check", "from_status", FACT_STATUSES),
    oneOf("facts_to_status_check", "to_status", FACT_STATUSES),
  ],
);

/**
 * The products a contract held when it ended; later it may come back and get others. Written together with the facts, for
 * the lists that they open and for the recount.
 */
export const endedProducts = tenantTable(
  "ended_products",
  ["contractId", "entryId", "productId"],
  {
    contractId: int64("contract_id").notNull(),
    /** The ending in the contract's history (`activity.id`); 0 if the history does not have it. */
    entryId: int64("entry_id").notNull(),
    productId: int64("product_id").notNull(),
  },
  (t) => [index("ended_products_product_idx").on(t.shopId, t.productId, t.contractId, t.entryId)],
);

/** The rolled-up facts of a day; together with the others they give the day's numbers. */
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

/** The same facts broken down by cohort, reason, product and so on, as far as a fact has them. */
export const factParts = tenantTable(
  "fact_parts",
  ["topic", "day", "part", "currencyCode"],
  {
    topic: text("topic", { enum: ROLLED_UP_TOPICS }).notNull(),
    /** For cohorts and topics by months: the first of the month. */
    day: date("day", { mode: "string" }).notNull(),
    part: text("part").notNull(),
    currencyCode: currency("currency_code").notNull(),
    count: integer("count").notNull(),
    units: integer("units").notNull(),
    amount: money("amount").notNull(),
  },
  () => [oneOf("fact_parts_topic_check", "topic", ROLLED_UP_TOPICS)],
);

/** One row per shop whose facts were counted from its tables: since when they are complete. */
export const factStates = tenantTable("fact_states", [], {
  /** From this day on the facts have every change; before it, only as far as history and orders show it. */
  wholeFrom: date("whole_from", { mode: "string" }).notNull(),
  recountedAt: instant("recounted_at").notNull(),
  /** From this day on the products of all endings are known; null: from the shop's first day. */
  productsFrom: date("products_from", { mode: "string" }),
  /** `FACTS_VERSION` when they were counted. */
  version: integer("version").notNull().default(1),
});
