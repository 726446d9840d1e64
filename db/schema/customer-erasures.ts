import { sql } from "drizzle-orm";
import { index, jsonb, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { customers } from "./customers";
import { tenantTable } from "./tenant-table";

/** What was known of a customer before they were erased. */
export type KnownAs = {
  /** In lower case. */
  emails: string[];
  phones: string[];
  /** First, last and whole. */
  names: string[];
  /** Parts of their addresses. */
  places: string[];
  /** Why they cancelled, where that was said in words of their own. */
  reasons: string[];
  /** Of those that they made or accepted: the friend's address is not there any more to find them by. */
  referralIds: number[];
};

/**
 * How far the erasing of a customer is: each batch moves `step` and `cursor` in its own transaction, so whoever goes on
 * after a crash goes on right there.
 */
export const customerErasures = tenantTable(
  "customer_erasures",
  ["customerId"],
  {
    customerId: int64("customer_id").notNull(),
    /** The table it is at; null = none yet, or all are done. */
    step: text("step"),
    /** The key of the last row that is done there. */
    cursor: jsonb("cursor").$type<Record<string, unknown>>(),
    /** What the customer is found by in texts, such as their e-mail; null once all is done. */
    knownAs: jsonb("known_as").$type<KnownAs>(),
    createdAt: instant("created_at").notNull(),
    /** When all tables were done for the first time. */
    erasedAt: instant("erased_at"),
    /** When they were done again, for what requests of that time had still written. */
    finishedAt: instant("finished_at"),
  },
  (t, refersTo) => [
    refersTo("customer_erasures_customer_fkey", t.customerId, customers),
    index("customer_erasures_open_idx").on(t.shopId).where(sql`finished_at is null`),
  ],
);
