import { index, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { tenantTable } from "./tenant-table";

/**
 * Calls that a client may send again (header `Idempotency-Key`): the first to store its row makes the thing, whoever comes
 * after is answered with what was made. Written in the transaction that makes it.
 */
export const idempotencyKeys = tenantTable(
  "idempotency_keys",
  ["key"],
  {
    key: text("key").notNull(),
    /** Of method, path, query and body: the same key with another call is refused. */
    fingerprint: text("fingerprint").notNull(),
    /** Our id of what was made; null only within the transaction that makes it. */
    madeId: int64("made_id"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("idempotency_keys_created_idx").on(t.shopId, t.createdAt)],
);
