import { date, json, jsonb, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { staffAccounts } from "./shops";
import { tenantTable } from "./tenant-table";

/**
 * What is planned in a shop with many contracts, summed by a job every few minutes (decisions 060 and 073): pages read this
 * in place of hundreds of thousands of orders. Of other shops there is no row: theirs are summed at each look.
 */
export const planSnapshots = tenantTable("plan_snapshots", [], {
  /** The first of its days, in this zone: it serves that day and the next. */
  today: date("today", { mode: "string" }).notNull(),
  timeZone: text("time_zone").notNull(),
  /** By the real clock. */
  takenAt: instant("taken_at").notNull(),
  calendar: jsonb("calendar").notNull(),
  /** Every variant of every day. As text: it is read whole, and may be a megabyte. */
  units: json("units").notNull(),
  forecast: jsonb("forecast").notNull(),
});

/** Who of the staff wants the weekly digest of a shop: no row, no mail. */
export const digestSubscriptions = tenantTable("digest_subscriptions", ["staffId"], {
  staffId: int64("staff_id")
    .notNull()
    .references(() => staffAccounts.id),
  /** By the shop's clock: weeks that were over by then are not told any more. */
  since: instant("since").notNull(),
  /** Scheme and host that the mail's links begin with, where the server has no PUBLIC_URL. */
  origin: text("origin").notNull(),
  /** The Monday that the last digest was mailed for: each is mailed once. */
  lastMonday: date("last_monday", { mode: "string" }),
});
