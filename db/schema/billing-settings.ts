import { sql } from "drizzle-orm";
import { boolean, check, integer, text } from "drizzle-orm/pg-core";
import { END_ACTIONS } from "./charge-enums";
import { instant } from "./columns";
import { tenantTable } from "./tenant-table";

/** When a shop bills, and what it does about failed payments; no row = the defaults (wire.md §5). */
export const billingSettings = tenantTable(
  "billing_settings",
  [],
  {
    /** Full hour of the shop's day at which orders and retries are charged. */
    billingHour: integer("billing_hour").notNull(),
    /** Days after the first failure on which the payment is tried again; the last one is also the end. */
    retryDays: integer("retry_days").array().notNull(),
    endAction: text("end_action", { enum: END_ACTIONS }).notNull(),
    /** The same for orders that are out of stock. */
    stockRetryDays: integer("stock_retry_days").array().notNull(),
    stockEndAction: text("stock_end_action", { enum: END_ACTIONS }).notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  () => [
    check("billing_settings_hour_check", sql`billing_hour between 0 and 23`),
    check(
      "billing_settings_end_check",
      sql`end_action in ('pause','skip','cancel','fail') and stock_end_action in ('pause','skip','cancel','fail')`,
    ),
  ],
);

/**
 * The clock of a shop on the test gateway, once it has been set; no row = the real clock. It does not run by itself.
 */
export const testClocks = tenantTable(
  "test_clocks",
  [],
  {
    now: instant("now").notNull(),
    /** The time it is being advanced to. */
    target: instant("target").notNull(),
    /** Whether what falls due at its target is done, too. False from each time it is set. */
    arrived: boolean("arrived").notNull().default(true),
    updatedAt: instant("updated_at").notNull(),
  },
  () => [check("test_clocks_forward_check", sql`target >= now`)],
);
