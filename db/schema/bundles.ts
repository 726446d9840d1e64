import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, numeric, text, unique } from "drizzle-orm/pg-core";
import type { BundleConfiguration } from "./bundle-configuration";
import { instant, int64, money } from "./columns";
import { tenantTable } from "./tenant-table";

type Of<Name extends keyof BundleConfiguration> = BundleConfiguration[Name];
const percent = (name: string) => numeric(name, { precision: 5, scale: 2 });

/**
 * Bundles, under the names of the bundling configuration record; strings of JSON there are JSON here
 * (db/schema/bundle-configuration.ts). Enum values are checked by the one schema that every write goes through.
 */
export const bundles = tenantTable(
  "bundles",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** Never changes: integrators and links identify the bundle by it. */
    handle: text("handle").notNull(),
    /** Identifies the bundle where its handle could be guessed. */
    uniqueRef: text("unique_ref").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    /** Whether customers can open it. */
    subscriptionBundlingEnabled: boolean("subscription_bundling_enabled").notNull(),
    buildABoxType: text("build_a_box_type").$type<Of<"buildABoxType">>().notNull(),
    selectionType: text("selection_type").$type<Of<"selectionType">>().notNull(),
    appliesOn: text("applies_on").$type<Of<"appliesOn">>().notNull(),
    productDiscountType: text("product_discount_type").$type<Of<"productDiscountType">>().notNull(),
    productSelectionType: text("product_selection_type").$type<Of<"productSelectionType">>().notNull(),
    productViewStyle: text("product_view_style").$type<Of<"productViewStyle">>().notNull(),
    minProductCount: integer("min_product_count"),
    maxProductCount: integer("max_product_count"),
    minUniqueProductCheck: boolean("min_unique_product_check").notNull(),
    discount: percent("discount").notNull(),
    discountCode: text("discount_code"),
    minOrderAmount: money("min_order_amount"),
    tieredDiscount: jsonb("tiered_discount").$type<Of<"tieredDiscount">>().notNull(),
    singleProductSettings: jsonb("single_product_settings").$type<Of<"singleProductSettings">>().notNull(),
    sections: jsonb("sections").$type<Of<"sections">>().notNull(),
    collectionData: jsonb("collection_data").$type<Of<"collectionData">>().notNull(),
    variants: jsonb("variants").$type<Of<"variants">>().notNull(),
    discountedVariants: jsonb("discounted_variants").$type<Of<"discountedVariants">>().notNull(),
    frequencies: jsonb("frequencies").$type<Of<"frequencies">>().notNull(),
    allowOneTimePurchase: boolean("allow_one_time_purchase").notNull(),
    subscriptionId: int64("subscription_id"),
    sellingPlanIds: int64("selling_plan_ids").array().notNull(),
    groupName: text("group_name"),
    trackInventory: boolean("track_inventory").notNull(),
    thirdPartyRule: boolean("third_party_rule").notNull(),
    bundleRedirect: text("bundle_redirect").$type<Of<"bundleRedirect">>().notNull(),
    customRedirectURL: text("custom_redirect_url"),
    bundleTopHtml: text("bundle_top_html").notNull(),
    bundleBottomHtml: text("bundle_bottom_html").notNull(),
    proceedToCheckoutButtonText: text("proceed_to_checkout_button_text"),
    chooseProductsText: text("choose_products_text"),
    /** What the last save replaced, to undo that save. */
    previous: jsonb("previous").$type<BundleConfiguration>(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    unique("bundles_handle_key").on(t.shopId, t.handle),
    check("bundles_counts_check", sql`min_product_count <= max_product_count`),
    check("bundles_discount_check", sql`discount between 0 and 100`),
  ],
);

/** The products of a bundle, in order. A product can be in a bundle only once: operation 5 identifies it by its id. */
export const bundleProducts = tenantTable(
  "bundle_products",
  ["bundleId", "productId"],
  {
    bundleId: int64("bundle_id").notNull(),
    productId: int64("product_id").notNull(),
    variantId: int64("variant_id").notNull(),
    position: integer("position").notNull(),
    /** Initial quantity in a box. */
    quantity: integer("quantity").notNull(),
    /** What customers may choose instead. */
    subProductIds: int64("sub_product_ids").array().notNull(),
    subVariantIds: int64("sub_variant_ids").array().notNull(),
  },
  (t, refersTo) => [
    refersTo("bundle_products_bundle_fkey", t.bundleId, bundles),
    index("bundle_products_product_idx").on(t.shopId, t.productId),
    check("bundle_products_quantity_check", sql`quantity between 0 and 999`),
  ],
);
