import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Limits that hold across processes: the instants of the attempts that were let through within the window, so the limit
 * holds for every sliding window. Global and keyed by hash, like sessions: a client's address is counted before the shop
 * is known.
 */
export const sharedLimits = pgTable(
  "shared_limits",
  {
    /** Hash of what is limited and for whom. */
    key: text("key").primaryKey(),
    /** Never more than the limit. */
    tries: timestamp("tries", { withTimezone: true, precision: 3, mode: "date" }).array().notNull(),
    /** When the last of them counts no more; the row can then go. */
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("shared_limits_expires_idx").on(t.expiresAt)],
);
