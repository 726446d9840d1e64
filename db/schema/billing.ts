import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { ATTEMPT_STATUSES } from "./attempt-words";
import { instant, int64 } from "./columns";
import { contracts } from "./contracts";

/** One order of a contract: planned (QUEUED), made (SUCCESS / FAILURE), left out (SKIPPED), or parked while the contract is paused. */
export const billingAttempts = pgTable(
  "billing_attempts",
  {
    shopId: int64("shop_id").notNull(),
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    contractId: int64("contract_id").notNull(),
    status: text("status", { enum: ATTEMPT_STATUSES }).notNull(),
    billingDate: instant("billing_date").notNull(),
    idempotencyKey: uuid("idempotency_key").notNull(),
    attemptCount: integer("attempt_count").notNull().default(0),
    attemptTime: instant("attempt_time"),
    completedAt: instant("completed_at"),
    createdAt: instant("created_at").notNull(),
    orderId: int64("order_id"),
    orderName: text("order_name"),
    orderAmount: numeric("order_amount", { precision: 14, scale: 4 }),
    orderNote: text("order_note"),
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
  },
  (t) => [
    primaryKey({ name: "billing_attempts_pkey", columns: [t.shopId, t.id] }),
    foreignKey({
      name: "billing_attempts_contract_fkey",
      columns: [t.shopId, t.contractId],
      foreignColumns: [contracts.shopId, contracts.id],
    }).onDelete("cascade"),
    unique("billing_attempts_slot_key").on(t.shopId, t.contractId, t.billingDate),
    index("billing_attempts_status_idx").on(t.shopId, t.status, t.billingDate),
    index("billing_attempts_order_search_idx")
      .using("gin", sql`search_grams(shop_id, order_name)`)
      .where(sql`order_name is not null`),
    check(
      "billing_attempts_status_check",
      sql`status in ('QUEUED','PROCESSING','SUCCESS','FAILURE','SKIPPED','PARKED','CANCELLED')`,
    ),
  ],
);
