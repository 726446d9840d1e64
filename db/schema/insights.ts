import { date, json, jsonb, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { staffAccounts } from "./shops";
import { tenantTable } from "./tenant-table";

/**
 * The plans of a shop with many contracts, summed by a job every few minutes (decisions 060 and 073): pages read this
 * instead of hundreds of thousands of orders. Other shops have no row: theirs are summed for each page.
 */
export const planSnapshots = tenantTable("plan_snapshots", [], {
  /** The first of its days, in this time zone: it is valid that day and the next. */
  today: date("today", { mode: "string" }).notNull(),
  timeZone: text("time_zone").notNull(),
  /** By the real clock. */
  takenAt: instant("taken_at").notNull(),
  calendar: jsonb("calendar").notNull(),
  /** Every variant of every day. As text: it is read as a whole, and may be a megabyte. */
  units: json("units").notNull(),
  forecast: jsonb("forecast").notNull(),
});

/** Staff who want the weekly digest of a shop: no row, no mail. */
export const digestSubscriptions = tenantTable("digest_subscriptions", ["staffId"], {
  staffId: int64("staff_id")
    .notNull()
    .references(() => staffAccounts.id),
  /** By the shop's clock: earlier weeks are not mailed. */
  since: instant("since").notNull(),
  /** Scheme and host of the mail's links, where the server has no PUBLIC_URL. */
  origin: text("origin").notNull(),
  /** The Monday of the last digest mailed: each is mailed once. */
  lastMonday: date("last_monday", { mode: "string" }),
});
