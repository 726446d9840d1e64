import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, text, unique } from "drizzle-orm/pg-core";
import { billingAttempts } from "./billing";
import { instant, int64, money } from "./columns";
import type { OrderDiscount } from "./orders";
import { tenantTable } from "./tenant-table";

/** Products that a contract's customer gets once, with one upcoming order (wire.md §2 "4 one-time product"). */
export const oneTimeProducts = tenantTable(
  "one_time_products",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    contractId: int64("contract_id").notNull(),
    billingAttemptId: int64("billing_attempt_id").notNull(),
    variantId: int64("variant_id").notNull(),
    variantHandle: text("variant_handle").notNull(),
    quantity: integer("quantity").notNull(),
    /** Unit price in the contract's currency, as of when it was added. */
    price: money("price").notNull(),
    /** Those that reduced the price: the order has them, even if the contract does not have them any more. */
    discounts: jsonb("discounts").$type<OrderDiscount[]>().notNull().default([]),
    createdAt: instant("created_at").notNull(),
  },
  (t, refersTo) => [
    // One row per variant and order: the second of two simultaneous calls adds nothing.
    unique("one_time_products_variant_key").on(t.shopId, t.billingAttemptId, t.variantId),
    index("one_time_products_contract_idx").on(t.shopId, t.contractId, t.id),
    refersTo("one_time_products_attempt_fkey", t.billingAttemptId, billingAttempts).onDelete("cascade"),
    check("one_time_products_quantity_check", sql`quantity between 1 and 999`),
    check("one_time_products_price_check", sql`price between 0 and 999999.99`),
  ],
);
