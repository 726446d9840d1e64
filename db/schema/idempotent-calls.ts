import { index, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { tenantTable } from "./tenant-table";

/**
 * API calls with an `Idempotency-Key`, kept for a day: a repeated call gets the first one's answer
 * (docs/decisions/076).
 */
export const idempotentCalls = tenantTable(
  "idempotent_calls",
  ["key"],
  {
    key: text("key").notNull(),
    /** Hash of method, path, query and body: the same key with another call is refused. */
    fingerprint: text("fingerprint").notNull(),
    /** The request that carries it out; a later one that takes over has its own. */
    claim: uuid("claim").notNull(),
    claimedAt: instant("claimed_at").notNull(),
    /** When something was committed, written in that same transaction: from then on it is not carried out again. */
    doneAt: instant("done_at"),
    /** The answer; null while there is none. */
    status: integer("status"),
    headers: jsonb("headers").$type<Record<string, string>>(),
    body: text("body"),
    /** An answer with a secret: all of it, sealed by a key of the ring; the three columns above then stay null. */
    sealed: text("sealed"),
  },
  (t) => [index("idempotent_calls_claimed_idx").on(t.shopId, t.claimedAt)],
);
