import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, text, unique, uuid } from "drizzle-orm/pg-core";
import { billingAttempts } from "./billing";
import { DECLINE_CLASSES, TRY_STATES } from "./charge-enums";
import { currency, instant, int64, money, oneOf } from "./columns";
import type { Attribute } from "./contracts";
import type { Address } from "./customers";
import { BUNDLE_KEY } from "./fact-enums";
import { tenantTable } from "./tenant-table";

/** One line of a sold order; amounts in the order's currency, to its smallest unit. */
export type SoldLine = {
  /** The contract's line; null for a one-time product. */
  lineId: string | null;
  productId: number | null;
  variantId: number | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  sellingPlanName: string | null;
  quantity: number;
  unitPrice: string;
  /** quantity × unit price. */
  subtotal: string;
  /** The subtotal less the discounts. */
  total: string;
  taxable: boolean;
  requiresShipping: boolean;
  customAttributes: Attribute[];
};

/** A discount that an order had, as it was called then: the contract may not have it any more. */
export type OrderDiscount = { id: string; title: string; code: string | null };

/**
 * What one order sells, stored before anything is charged: the order is made from this, whatever is edited meanwhile.
 */
export type OrderDraft = {
  currencyCode: string;
  lines: SoldLine[];
  /** Its discounts, with what they took off its lines; one that only reduced one-time products took off nothing there. */
  discounts: (OrderDiscount & { amount: string })[];
  /** Skipped lines of the contract. */
  skippedLineIds: string[];
  deliveryPrice: string;
  /** Lines after discounts, and delivery. */
  total: string;
  /** More than one for a prepaid order. */
  deliveries: number;
  deliveryMethodType: string;
  deliveryAddress: Address | null;
  note: string | null;
  noteAttributes: Attribute[];
};

/**
 * One try to charge an order. Key and parameters are stored before they are sent: whoever finds an unfinished try looks
 * it up at the gateway by its key, or sends exactly the same request again.
 */
export const billingTries = tenantTable(
  "billing_tries",
  ["attemptId", "number"],
  {
    attemptId: int64("attempt_id").notNull(),
    /** From 1, in order. */
    number: integer("number").notNull(),
    key: uuid("key").notNull(),
    gateway: text("gateway").notNull(),
    /** null = there was nothing to send (no payment method, or nothing to pay). */
    gatewayRef: text("gateway_ref"),
    paymentMethodId: text("payment_method_id"),
    amount: money("amount").notNull(),
    currencyCode: currency("currency_code").notNull(),
    draft: jsonb("draft").$type<OrderDraft>().notNull(),
    state: text("state", { enum: TRY_STATES }).notNull(),
    errorCode: text("error_code"),
    errorClass: text("error_class", { enum: DECLINE_CLASSES }),
    errorMessage: text("error_message"),
    /** How often it was looked up while its outcome was unknown. */
    looks: integer("looks").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (t, refersTo) => [
    unique("billing_tries_key_key").on(t.shopId, t.key),
    refersTo("billing_tries_attempt_fkey", t.attemptId, billingAttempts).onDelete("cascade"),
    // For the cap of declines per payment method, over all contracts.
    index("billing_tries_declined_idx")
      .on(t.shopId, t.paymentMethodId, t.finishedAt)
      .where(sql`state = 'DECLINED'`),
    // One charge of a payment method at a time.
    index("billing_tries_requesting_idx").on(t.shopId, t.paymentMethodId).where(sql`state = 'REQUESTING'`),
    oneOf("billing_tries_state_check", "state", TRY_STATES),
  ],
);

/** A paid order, as sold. */
export const orders = tenantTable(
  "orders",
  ["id"],
  {
    /** Numbered per shop (`orderNumbers`); those from before 0081 are from one sequence of all shops. */
    id: int64("id").notNull().generatedByDefaultAsIdentity({ startWith: 1_000_001 }),
    name: text("name").notNull().generatedAlwaysAs(sql`'#' || id::text`),
    contractId: int64("contract_id").notNull(),
    attemptId: int64("attempt_id").notNull(),
    customerId: int64("customer_id").notNull(),
    currencyCode: currency("currency_code").notNull(),
    /** Lines after discounts. */
    subtotal: money("subtotal").notNull(),
    discountTotal: money("discount_total").notNull(),
    deliveryPrice: money("delivery_price").notNull(),
    total: money("total").notNull(),
    /** Prices are what the customer pays: they include tax, which is not known separately. */
    taxesIncluded: boolean("taxes_included").notNull(),
    deliveries: integer("deliveries").notNull(),
    deliveryMethodType: text("delivery_method_type").notNull(),
    deliveryAddress: jsonb("delivery_address").$type<Address>(),
    note: text("note"),
    noteAttributes: jsonb("note_attributes").$type<Attribute[]>().notNull(),
    discounts: jsonb("discounts").$type<OrderDraft["discounts"]>().notNull(),
    gateway: text("gateway").notNull(),
    gatewayRef: text("gateway_ref"),
    paymentMethodId: text("payment_method_id"),
    paidAt: instant("paid_at").notNull(),
  },
  (t, refersTo) => [
    // One order, however often its payment is reported.
    unique("orders_attempt_key").on(t.shopId, t.attemptId),
    index("orders_paid_idx").on(t.shopId, t.paidAt, t.id),
    index("orders_contract_idx").on(t.shopId, t.contractId, t.id),
    // For lists of orders by a part of the insights (docs/insights.md "Lists"), sorted by order number.
    index("orders_country_idx").on(t.shopId, sql`left(delivery_address ->> 'countryCode', 100)`, t.id),
    // By the first code; the few orders with several discounts have an index of their own.
    index("orders_code_idx")
      .on(t.shopId, sql`left(discounts -> 0 ->> 'code', 100)`, t.id)
      .where(sql`discounts <> '[]'`),
    index("orders_discounts_idx").on(t.shopId, t.id).where(sql`jsonb_array_length(discounts) > 1`),
    index("orders_customer_idx").on(t.shopId, t.customerId, t.paidAt, t.id),
    refersTo("orders_attempt_fkey", t.attemptId, billingAttempts),
    check("orders_total_check", sql`total >= 0`),
  ],
);

/** A new shop's first order is #1001. */
export const BEFORE_THE_FIRST_ORDER = 1000;
/** Ids from here on are given by Postgres (migration 0081), for processes that do not know the counter. */
export const NOT_COUNTED_FROM = 1_000_000_000_000;

/** The last number given to an order of a shop; numbers that were taken but not used are skipped. */
export const orderNumbers = tenantTable("order_numbers", [], { last: int64("last").notNull() });

const BUNDLES = `'$[*] ? (@.key == "${BUNDLE_KEY}")'`;
/** The handle of a line's first bundle; lines in several bundles, which no page of ours makes, have an index of their own. */
const FIRST_BUNDLE = sql.raw(`left(jsonb_path_query_first(custom_attributes, ${BUNDLES}) ->> 'value', 100)`);
const HAS_BUNDLES = sql.raw(`jsonb_array_length(jsonb_path_query_array(custom_attributes, ${BUNDLES})) > 1`);

export const orderLines = tenantTable(
  "order_lines",
  ["orderId", "position"],
  {
    orderId: int64("order_id").notNull(),
    position: integer("position").notNull(),
    lineId: uuid("line_id"),
    productId: int64("product_id"),
    variantId: int64("variant_id"),
    title: text("title").notNull(),
    variantTitle: text("variant_title"),
    sku: text("sku"),
    sellingPlanName: text("selling_plan_name"),
    quantity: integer("quantity").notNull(),
    unitPrice: money("unit_price").notNull(),
    subtotal: money("subtotal").notNull(),
    total: money("total").notNull(),
    taxable: boolean("taxable").notNull(),
    requiresShipping: boolean("requires_shipping").notNull(),
    customAttributes: jsonb("custom_attributes").$type<Attribute[]>().notNull(),
  },
  (t, refersTo) => [
    refersTo("order_lines_order_fkey", t.orderId, orders).onDelete("cascade"),
    // For lists of orders by what they sold, sorted by order number. Texts are cut: an index refuses long ones.
    index("order_lines_product_idx").on(t.shopId, t.productId, t.orderId),
    index("order_lines_variant_idx").on(t.shopId, t.variantId, t.orderId),
    index("order_lines_plan_idx").on(t.shopId, sql`left(selling_plan_name, 100)`, t.orderId),
    index("order_lines_bundle_idx")
      .on(t.shopId, FIRST_BUNDLE, t.orderId)
      .where(sql`custom_attributes @> '[{"key":"_bundle"}]'`),
    index("order_lines_bundles_idx").on(t.shopId, t.orderId).where(HAS_BUNDLES),
  ],
);

/** A refund of an order; stored with its key before it is sent, like a try. */
export const orderRefunds = tenantTable(
  "order_refunds",
  ["orderId", "number"],
  {
    orderId: int64("order_id").notNull(),
    number: integer("number").notNull(),
    key: uuid("key").notNull(),
    amount: money("amount").notNull(),
    reason: text("reason"),
    state: text("state", { enum: ["REQUESTING", "DONE", "REFUSED"] }).notNull(),
    errorMessage: text("error_message"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (t, refersTo) => [
    refersTo("order_refunds_order_fkey", t.orderId, orders).onDelete("cascade"),
    index("order_refunds_finished_idx").on(t.shopId, t.finishedAt).where(sql`state = 'DONE'`),
    check("order_refunds_amount_check", sql`amount > 0`),
    check("order_refunds_state_check", sql`state in ('REQUESTING','DONE','REFUSED')`),
  ],
);
