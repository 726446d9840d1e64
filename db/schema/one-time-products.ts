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
} from "drizzle-orm/pg-core";
import { billingAttempts } from "./billing";
import { instant, int64 } from "./columns";

/** Products a contract's customer gets once, with one upcoming order (wire.md §2 "4 one-time product"). */
export const oneTimeProducts = pgTable(
  "one_time_products",
  {
    shopId: int64("shop_id").notNull(),
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    contractId: int64("contract_id").notNull(),
    billingAttemptId: int64("billing_attempt_id").notNull(),
    variantId: int64("variant_id").notNull(),
    variantHandle: text("variant_handle").notNull(),
    quantity: integer("quantity").notNull(),
    /** Of one unit, in the contract's currency; as it was when it was added. */
    price: numeric("price", { precision: 14, scale: 4 }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "one_time_products_pkey", columns: [t.shopId, t.id] }),
    // Once a variant and order: the second of two calls at the same time adds nothing.
    unique("one_time_products_variant_key").on(t.shopId, t.billingAttemptId, t.variantId),
    index("one_time_products_contract_idx").on(t.shopId, t.contractId, t.id),
    foreignKey({
      name: "one_time_products_attempt_fkey",
      columns: [t.shopId, t.billingAttemptId],
      foreignColumns: [billingAttempts.shopId, billingAttempts.id],
    }).onDelete("cascade"),
    check("one_time_products_quantity_check", sql`quantity between 1 and 999`),
    check("one_time_products_price_check", sql`price between 0 and 999999.99`),
  ],
);
