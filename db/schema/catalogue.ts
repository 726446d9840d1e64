import { sql } from "drizzle-orm";
import { boolean, index, integer, numeric, text } from "drizzle-orm/pg-core";
import { instant, int64, money } from "./columns";
import { INTERVALS } from "./intervals";
import { tenantTable } from "./tenant-table";

/** `id` is the platform's product id. A deleted product stays (contracts name it) with `deletedAt` set. */
export const products = tenantTable(
  "products",
  ["id"],
  {
    id: int64("id").notNull(),
    title: text("title").notNull(),
    handle: text("handle").notNull(),
    vendor: text("vendor"),
    productType: text("product_type"),
    imageUrl: text("image_url"),
    imageWidth: integer("image_width"),
    imageHeight: integer("image_height"),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (t) => [index("products_deleted_idx").on(t.shopId, t.id).where(sql`deleted_at is not null`)],
);

/** `id` is the platform's variant id; `price` in the shop's currency. */
export const variants = tenantTable(
  "variants",
  ["id"],
  {
    id: int64("id").notNull(),
    productId: int64("product_id").notNull(),
    title: text("title").notNull(),
    sku: text("sku"),
    price: money("price").notNull(),
    available: boolean("available").notNull(),
    requiresShipping: boolean("requires_shipping").notNull(),
    taxable: boolean("taxable").notNull(),
    position: integer("position").notNull(),
    imageUrl: text("image_url"),
    imageWidth: integer("image_width"),
    imageHeight: integer("image_height"),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (t, refersTo) => [
    refersTo("variants_product_fkey", t.productId, products),
    index("variants_product_idx").on(t.shopId, t.productId, t.position),
    index("variants_deleted_idx").on(t.shopId, t.id).where(sql`deleted_at is not null`),
  ],
);

export const sellingPlanGroups = tenantTable("selling_plan_groups", ["id"], {
  id: int64("id").notNull(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull(),
});

export const sellingPlanGroupProducts = tenantTable(
  "selling_plan_group_products",
  ["groupId", "productId"],
  {
    groupId: int64("group_id").notNull(),
    productId: int64("product_id").notNull(),
  },
  (t, refersTo) => [
    refersTo("sp_group_products_group_fkey", t.groupId, sellingPlanGroups),
    refersTo("sp_group_products_product_fkey", t.productId, products),
    index("sp_group_products_product_idx").on(t.shopId, t.productId, t.groupId),
  ],
);

/** An import knows a plan only by id and name; group and policies are null until the platform reports them. */
export const sellingPlans = tenantTable(
  "selling_plans",
  ["id"],
  {
    id: int64("id").notNull(),
    groupId: int64("group_id"),
    name: text("name").notNull(),
    billingInterval: text("billing_interval", { enum: INTERVALS }),
    billingIntervalCount: integer("billing_interval_count"),
    deliveryInterval: text("delivery_interval", { enum: INTERVALS }),
    deliveryIntervalCount: integer("delivery_interval_count"),
    discountPercentage: numeric("discount_percentage", { precision: 7, scale: 4 }),
    /** The discount applies to this many orders of a contract, the later one to those after them; null = to all. */
    discountCycles: integer("discount_cycles"),
    laterDiscountPercentage: numeric("later_discount_percentage", { precision: 7, scale: 4 }),
  },
  (t, refersTo) => [
    refersTo("selling_plans_group_fkey", t.groupId, sellingPlanGroups),
    index("selling_plans_group_idx").on(t.shopId, t.groupId),
  ],
);
