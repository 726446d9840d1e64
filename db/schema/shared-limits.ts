import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Tries that are limited across processes: the instants of those that were let through within the window, so that a
 * limit holds for every window there is, and not only for those that begin at the full hour. Of nobody's shop, by hash,
 * like sessions: a client's address is counted before it is known which shop it asks for.
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
