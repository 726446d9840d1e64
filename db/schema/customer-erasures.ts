import { sql } from "drizzle-orm";
import { index, jsonb, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { customers } from "./customers";
import { tenantTable } from "./tenant-table";

/** What identified a customer before they were erased. */
export type KnownAs = {
  /** Theirs and former ones, in lower case. */
  emails: string[];
  phones: string[];
  /** First, last and full name. */
  names: string[];
  /** Parts of their addresses. */
  places: string[];
  /** Cancellation reasons in their own words. */
  reasons: string[];
  /** Referrals they made or accepted: the friend's address can no longer be used to find them. */
  referralIds: number[];
};

/**
 * Progress of a customer's erasure: each batch moves `step` and `cursor` in its own transaction, so that after a crash
 * the work continues at the same place.
 */
export const customerErasures = tenantTable(
  "customer_erasures",
  ["customerId"],
  {
    customerId: int64("customer_id").notNull(),
    /** The current table; null = not started, or all are done. */
    step: text("step"),
    /** The key of the last row done there. */
    cursor: jsonb("cursor").$type<Record<string, unknown>>(),
    /** What identifies the customer in texts, such as their e-mail; null once everything is done. */
    knownAs: jsonb("known_as").$type<KnownAs>(),
    createdAt: instant("created_at").notNull(),
    /** When the first pass over all tables was done. */
    erasedAt: instant("erased_at"),
    /** When the second pass was done, for rows that requests had still written meanwhile. */
    finishedAt: instant("finished_at"),
  },
  (t, refersTo) => [
    refersTo("customer_erasures_customer_fkey", t.customerId, customers),
    index("customer_erasures_open_idx").on(t.shopId).where(sql`finished_at is null`),
  ],
);
