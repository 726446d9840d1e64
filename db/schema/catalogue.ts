import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import { INTERVALS } from "./intervals";

/** `id` is the platform's product id. A deleted product stays (contracts name it) with `deletedAt` set. */
export const products = pgTable(
  "products",
  {
    shopId: int64("shop_id").notNull(),
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
  (t) => [
    primaryKey({ name: "products_pkey", columns: [t.shopId, t.id] }),
    index("products_deleted_idx").on(t.shopId, t.id).where(sql`deleted_at is not null`),
  ],
);

/** `id` is the platform's variant id; `price` in the shop's currency. */
export const variants = pgTable(
  "variants",
  {
    shopId: int64("shop_id").notNull(),
    id: int64("id").notNull(),
    productId: int64("product_id").notNull(),
    title: text("title").notNull(),
    sku: text("sku"),
    price: numeric("price", { precision: 14, scale: 4 }).notNull(),
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
  (t) => [
    primaryKey({ name: "variants_pkey", columns: [t.shopId, t.id] }),
    foreignKey({
      name: "variants_product_fkey",
      columns: [t.shopId, t.productId],
      foreignColumns: [products.shopId, products.id],
    }),
    index("variants_product_idx").on(t.shopId, t.productId, t.position),
    index("variants_deleted_idx").on(t.shopId, t.id).where(sql`deleted_at is not null`),
  ],
);

export const sellingPlanGroups = pgTable(
  "selling_plan_groups",
  {
    shopId: int64("shop_id").notNull(),
    id: int64("id").notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ name: "selling_plan_groups_pkey", columns: [t.shopId, t.id] })],
);

export const sellingPlanGroupProducts = pgTable(
  "selling_plan_group_products",
  {
    shopId: int64("shop_id").notNull(),
    groupId: int64("group_id").notNull(),
    productId: int64("product_id").notNull(),
  },
  (t) => [
    primaryKey({ name: "selling_plan_group_products_pkey", columns: [t.shopId, t.groupId, t.productId] }),
    foreignKey({
      name: "sp_group_products_group_fkey",
      columns: [t.shopId, t.groupId],
      foreignColumns: [sellingPlanGroups.shopId, sellingPlanGroups.id],
    }),
    foreignKey({
      name: "sp_group_products_product_fkey",
      columns: [t.shopId, t.productId],
      foreignColumns: [products.shopId, products.id],
    }),
    index("sp_group_products_product_idx").on(t.shopId, t.productId, t.groupId),
  ],
);

/** An import knows a plan by id and name only; group and policies are null until the platform tells them. */
export const sellingPlans = pgTable(
  "selling_plans",
  {
    shopId: int64("shop_id").notNull(),
    id: int64("id").notNull(),
    groupId: int64("group_id"),
    name: text("name").notNull(),
    billingInterval: text("billing_interval", { enum: INTERVALS }),
    billingIntervalCount: integer("billing_interval_count"),
    deliveryInterval: text("delivery_interval", { enum: INTERVALS }),
    deliveryIntervalCount: integer("delivery_interval_count"),
    discountPercentage: numeric("discount_percentage", { precision: 7, scale: 4 }),
  },
  (t) => [
    primaryKey({ name: "selling_plans_pkey", columns: [t.shopId, t.id] }),
    foreignKey({
      name: "selling_plans_group_fkey",
      columns: [t.shopId, t.groupId],
      foreignColumns: [sellingPlanGroups.shopId, sellingPlanGroups.id],
    }),
    index("selling_plans_group_idx").on(t.shopId, t.groupId),
  ],
);
