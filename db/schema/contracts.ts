import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { currency, instant, int64, money, oneOf } from "./columns";
import {
  CONTRACT_STATUSES,
  DISCOUNT_VALUE_TYPES,
  EMAIL_SENT_STATUSES,
  PLAN_TYPES,
  SMS_SENT_STATUSES,
} from "./contract-enums";
import { type Address, customers, paymentMethods } from "./customers";
import { INTERVALS } from "./intervals";
import { tenantTable } from "./tenant-table";

export type Attribute = { key: string; value: string };
export type Anchor = { day: number | null; month: number | null; cutoffDay: number | null };

const PREPAID_RULE = sql`case when
  billing_interval_count * (case billing_interval when 'DAY' then 1 when 'WEEK' then 7 when 'MONTH' then 30.4375 else 365.25 end) >
  delivery_interval_count * (case delivery_interval when 'DAY' then 1 when 'WEEK' then 7 when 'MONTH' then 30.4375 else 365.25 end)
  then 'PREPAID' else 'PAY_AS_YOU_GO' end`;

/**
 * The source of truth for a contract. Fields that the list filters and sorts by are copied into the row (`customer…`,
 * `…Sort`, amounts), so that a page of the list reads one index without a join. The copies are written together with
 * their source. Every sort column is NOT NULL: a null in a keyset comparison loses rows.
 */
export const contracts = tenantTable(
  "contracts",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** The platform's contract id; assigned by us for contracts that are created or imported here. */
    subscriptionContractId: int64("subscription_contract_id")
      .notNull()
      .generatedByDefaultAsIdentity({ startWith: 10_000_000_001 }),
    importedId: text("imported_id"),
    status: text("status", { enum: CONTRACT_STATUSES }).notNull(),
    version: integer("version").notNull().default(1),
    currencyCode: currency("currency_code").notNull(),

    customerId: int64("customer_id").notNull(),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull(),
    paymentMethodId: text("payment_method_id"),

    billingInterval: text("billing_interval", { enum: INTERVALS }).notNull(),
    billingIntervalCount: integer("billing_interval_count").notNull(),
    billingAnchors: jsonb("billing_anchors").$type<Anchor[]>().notNull(),
    deliveryInterval: text("delivery_interval", { enum: INTERVALS }).notNull(),
    deliveryIntervalCount: integer("delivery_interval_count").notNull(),
    minCycles: integer("min_cycles"),
    maxCycles: integer("max_cycles"),
    planType: text("plan_type", { enum: PLAN_TYPES }).notNull().generatedAlwaysAs(PREPAID_RULE),

    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    startsAt: instant("starts_at"),
    endsAt: instant("ends_at"),
    activatedOn: instant("activated_on"),
    pausedOn: instant("paused_on"),
    cancelledOn: instant("cancelled_on"),
    trialEndDate: instant("trial_end_date"),
    billingDateAfterTrial: instant("billing_date_after_trial"),
    nextBillingDate: instant("next_billing_date"),
    nextBillingSort: instant("next_billing_sort")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(next_billing_date, 'infinity'::timestamptz)`),
    /** The instant from which billing steps are counted, so that 31 Jan → 28 Feb → 31 Mar does not drift. */
    scheduleAnchor: instant("schedule_anchor"),

    originOrderId: int64("origin_order_id"),
    originOrderName: text("origin_order_name"),
    orderNameSort: text("order_name_sort")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(origin_order_name, U&'\\+10FFFF')`),
    customerNameSort: text("customer_name_sort").notNull().generatedAlwaysAs(sql`lower(customer_name)`),

    deliveryMethodType: text("delivery_method_type", {
      enum: ["SHIPPING", "LOCAL_DELIVERY", "PICKUP", "NONE"],
    }).notNull(),
    deliveryAddress: jsonb("delivery_address").$type<Address>(),
    deliveryInstructions: text("delivery_instructions"),
    pickupLocationId: text("pickup_location_id"),
    deliveryPrice: money("delivery_price").notNull(),
    allowDeliveryPriceOverride: boolean("allow_delivery_price_override").notNull(),
    /** Sum of the lines of one order after discounts. */
    contractAmount: money("contract_amount").notNull(),
    /** What one order costs: lines after discounts plus delivery. */
    orderAmount: money("order_amount").notNull(),

    lastPaymentStatus: text("last_payment_status", { enum: ["SUCCEEDED", "FAILED"] }),
    autoCharge: boolean("auto_charge").notNull(),
    dunning: boolean("dunning").notNull().default(false),
    pausedBySecurityChallenge: boolean("paused_by_security_challenge").notNull().default(false),
    pausedFromActive: boolean("paused_from_active").notNull().default(false),
    stopUpcomingOrderEmail: boolean("stop_upcoming_order_email").notNull().default(false),
    createdEmailStatus: text("created_email_status", { enum: EMAIL_SENT_STATUSES })
      .notNull()
      .default("UNSENT"),
    createdSmsStatus: text("created_sms_status", { enum: SMS_SENT_STATUSES }).notNull().default("UNSENT"),
    emailBouncedOrFailed: boolean("email_bounced_or_failed").notNull().default(false),
    cancellationFeedback: text("cancellation_feedback"),
    orderNote: text("order_note"),
    orderNoteAttributes: jsonb("order_note_attributes").$type<Attribute[]>().notNull(),
    upcomingSwapRule: text("upcoming_swap_rule"),
    /**
     * When its customer was erased: it can no longer be changed. A copy, read with the lock that every change takes.
     */
    erasedAt: instant("erased_at"),
  },
  (t, refersTo) => [
    unique("contracts_subscription_contract_id_key").on(t.shopId, t.subscriptionContractId),
    uniqueIndex("contracts_imported_id_key").on(t.shopId, t.importedId).where(sql`imported_id is not null`),
    // The search matches the beginning of a handle, ignoring case.
    index("contracts_imported_search_idx")
      .on(t.shopId, sql`lower(imported_id) text_pattern_ops`)
      .where(sql`imported_id is not null`),
    refersTo("contracts_customer_fkey", t.customerId, customers),
    refersTo("contracts_payment_method_fkey", t.paymentMethodId, paymentMethods),
    index("contracts_customer_idx").on(t.shopId, t.customerId),
    index("contracts_created_idx").on(t.shopId, t.createdAt, t.id),
    index("contracts_updated_idx").on(t.shopId, t.updatedAt, t.id),
    index("contracts_next_billing_idx").on(t.shopId, t.nextBillingSort, t.id),
    index("contracts_customer_name_idx").on(t.shopId, t.customerNameSort, t.id),
    index("contracts_order_amount_idx").on(t.shopId, t.orderAmount, t.id),
    index("contracts_order_name_idx").on(t.shopId, t.orderNameSort, t.id),
    index("contracts_status_idx").on(t.shopId, t.status, t.createdAt, t.id),
    // Only some statuses have a next date: a walk by date alone would pass all contracts of other statuses.
    index("contracts_status_next_idx").on(t.shopId, t.status, t.nextBillingSort, t.id),
    // The same columns as the counters: any combination of these filters is a set of the counters' groups.
    index("contracts_frequency_idx").on(
      t.shopId,
      t.billingInterval,
      t.billingIntervalCount,
      t.planType,
      t.status,
      t.createdAt,
      t.id,
    ),
    index("contracts_bounced_idx").on(t.shopId, t.createdAt, t.id).where(sql`email_bounced_or_failed`),
    index("contracts_payment_failed_idx")
      .on(t.shopId, t.createdAt, t.id)
      .where(sql`last_payment_status = 'FAILED'`),
    // Few contracts have an end date, and each stays here until it has ended.
    index("contracts_end_idx")
      .on(t.shopId, t.endsAt)
      .where(sql`ends_at is not null and status in ('ACTIVE','PAUSED')`),
    // The customer's name and e-mail are searched in customers, so that an edit of a contract writes fewer indexes.
    index("contracts_order_search_idx").using("gin", sql`search_grams(shop_id, origin_order_name)`),
    check("contracts_billing_count_check", sql`billing_interval_count > 0`),
    check("contracts_delivery_count_check", sql`delivery_interval_count > 0`),
    oneOf("contracts_status_check", "status", CONTRACT_STATUSES),
    check(
      "contracts_interval_check",
      sql`billing_interval in ('DAY','WEEK','MONTH','YEAR') and delivery_interval in ('DAY','WEEK','MONTH','YEAR')`,
    ),
    // Only contracts with upcoming orders have a next date.
    check("contracts_next_date_check", sql`next_billing_date is null or status in ('ACTIVE','PAUSED')`),
    check("contracts_amounts_check", sql`delivery_price >= 0 and contract_amount >= 0 and order_amount >= 0`),
  ],
);

export const contractLines = tenantTable(
  "contract_lines",
  ["contractId", "id"],
  {
    contractId: int64("contract_id").notNull(),
    id: uuid("id").notNull(),
    position: integer("position").notNull(),
    productId: int64("product_id"),
    variantId: int64("variant_id"),
    title: text("title").notNull(),
    variantTitle: text("variant_title"),
    sku: text("sku"),
    quantity: integer("quantity").notNull(),
    /** Unit price that the customer pays each cycle, before the contract's discounts. */
    currentPrice: money("current_price").notNull(),
    /** Unit price before the selling plan's reduction (raw contract `pricingPolicy.basePrice`); null = no policy. */
    basePrice: money("base_price"),
    /**
     * Unit price once the contract has paid `laterAfterCycle` orders, for a plan with a second reduction; null = the
     * same.
     */
    laterPrice: money("later_price"),
    laterAfterCycle: integer("later_after_cycle"),
    sellingPlanId: int64("selling_plan_id"),
    sellingPlanName: text("selling_plan_name"),
    taxable: boolean("taxable").notNull(),
    requiresShipping: boolean("requires_shipping").notNull(),
    customAttributes: jsonb("custom_attributes").$type<Attribute[]>().notNull(),
    /** Skipped in the next order only; the first outcome of that order clears it (decision 157). */
    skippedNextOrder: boolean("skipped_next_order").notNull().default(false),
  },
  (t, refersTo) => [
    refersTo("contract_lines_contract_fkey", t.contractId, contracts).onDelete("cascade"),
    index("contract_lines_product_idx").on(t.shopId, t.productId, t.contractId),
    index("contract_lines_variant_idx").on(t.shopId, t.variantId, t.contractId),
    index("contract_lines_selling_plan_idx").on(t.shopId, t.sellingPlanId, t.contractId),
    check("contract_lines_quantity_check", sql`quantity > 0`),
    check("contract_lines_price_check", sql`current_price >= 0`),
  ],
);

export const contractDiscounts = tenantTable(
  "contract_discounts",
  ["contractId", "id"],
  {
    contractId: int64("contract_id").notNull(),
    id: uuid("id").notNull(),
    title: text("title").notNull(),
    code: text("code"),
    valueType: text("value_type", { enum: DISCOUNT_VALUE_TYPES }).notNull(),
    /** Percent (0–100) or an amount in the contract's currency, by `valueType`. */
    value: money("value").notNull(),
    /** Lines it covers; null = all. */
    lineIds: uuid("line_ids").array(),
    /** A fixed amount comes off every piece, not once off the order. */
    appliesOnEachItem: boolean("applies_on_each_item").notNull().default(false),
    recurringCycleLimit: integer("recurring_cycle_limit"),
    usageCount: integer("usage_count").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (t, refersTo) => [
    refersTo("contract_discounts_contract_fkey", t.contractId, contracts).onDelete("cascade"),
    check("contract_discounts_value_check", sql`value >= 0 and (value_type <> 'PERCENTAGE' or value <= 100)`),
  ],
);

/**
 * Exact totals of the list without counting rows: each change appends deltas, readers sum them, a job compacts them. A
 * single counter row would serialise all edits of a shop.
 */
export const contractCounts = tenantTable("contract_counts", ["id"], {
  id: int64("id").notNull().generatedByDefaultAsIdentity(),
  status: text("status", { enum: CONTRACT_STATUSES }).notNull(),
  billingInterval: text("billing_interval", { enum: INTERVALS }).notNull(),
  billingIntervalCount: integer("billing_interval_count").notNull(),
  planType: text("plan_type", { enum: PLAN_TYPES }).notNull(),
  delta: integer("delta").notNull(),
});
