import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Limits that hold across processes: the instants of the attempts that were allowed within the window, so that the
 * limit holds for every sliding window. Global and keyed by hash, like sessions: a client's address is counted before
 * the shop is known.
 */
export const sharedLimits = pgTable(
  "shared_limits",
  {
    /** Hash of the limit's name and subject. */
    key: text("key").primaryKey(),
    /** Never more than the limit. */
    tries: timestamp("tries", { withTimezone: true, precision: 3, mode: "date" }).array().notNull(),
    /** When the last of them no longer counts; the row can then be deleted. */
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("shared_limits_expires_idx").on(t.expiresAt)],
);
