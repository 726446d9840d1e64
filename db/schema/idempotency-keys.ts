import { index, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { tenantTable } from "./tenant-table";

/**
 * Calls that a client may repeat (header `Idempotency-Key`): the first one to store its row creates the object, later
 * ones are answered with it. Written in the transaction that creates it.
 */
export const idempotencyKeys = tenantTable(
  "idempotency_keys",
  ["key"],
  {
    key: text("key").notNull(),
    /** Hash of method, path, query and body: the same key with another call is refused. */
    fingerprint: text("fingerprint").notNull(),
    /** Our id of what was created; null only within the transaction that creates it. */
    madeId: int64("made_id"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("idempotency_keys_created_idx").on(t.shopId, t.createdAt)],
);
