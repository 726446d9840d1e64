import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { END_ACTIONS } from "./charge-words";
import { instant, int64 } from "./columns";

/** When a shop bills, and what it does about failed payments; no row = the defaults (wire.md §5). */
export const billingSettings = pgTable(
  "billing_settings",
  {
    shopId: int64("shop_id").notNull(),
    /** Full hour of the shop's day at which orders and retries are charged. */
    billingHour: integer("billing_hour").notNull(),
    /** Days after the first failure on which it is tried again; the last one is also the end. */
    retryDays: integer("retry_days").array().notNull(),
    endAction: text("end_action", { enum: END_ACTIONS }).notNull(),
    /** The same for orders that are out of stock. */
    stockRetryDays: integer("stock_retry_days").array().notNull(),
    stockEndAction: text("stock_end_action", { enum: END_ACTIONS }).notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "billing_settings_pkey", columns: [t.shopId] }),
    check("billing_settings_hour_check", sql`billing_hour between 0 and 23`),
    check(
      "billing_settings_end_check",
      sql`end_action in ('pause','skip','cancel','fail') and stock_end_action in ('pause','skip','cancel','fail')`,
    ),
  ],
);

/** The clock of a shop on the test gateway, once somebody has set it; no row = the real one. It stands still by itself. */
export const testClocks = pgTable(
  "test_clocks",
  {
    shopId: int64("shop_id").notNull(),
    now: instant("now").notNull(),
    /** Where it is going; equal to `now` when it has arrived. */
    target: instant("target").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "test_clocks_pkey", columns: [t.shopId] }),
    check("test_clocks_forward_check", sql`target >= now`),
  ],
);
