import { sql } from "drizzle-orm";
import { boolean, check, index, integer, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, int64, money } from "./columns";
import { DISCOUNT_VALUE_TYPES } from "./contract-enums";
import { contracts } from "./contracts";
import { tenantTable } from "./tenant-table";

/**
 * Codes that give a contract a discount when they are applied (wire.md §2 "11 discount"). A code is switched off, never
 * deleted: contracts and their history refer to it.
 */
export const discountCodes = tenantTable(
  "discount_codes",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** As the merchant typed it. */
    code: text("code").notNull(),
    /**
     * From before case was ignored: of codes that differed only in case, all but the oldest. They are valid only as
     * typed. No new ones are created.
     */
    isCaseTwin: boolean("is_case_twin").notNull().default(false),
    /** Unique key by which codes are found. */
    codeKey: text("code_key").generatedAlwaysAs(sql`case when not is_case_twin then lower(code) end`),
    /** On the merchant's list, or created for one person by the referral programme. */
    origin: text("origin", { enum: ["MERCHANT", "REFERRAL"] })
      .notNull()
      .default("MERCHANT"),
    valueType: text("value_type", { enum: DISCOUNT_VALUE_TYPES }).notNull(),
    /** Percent (0–100) or an amount in the shop's currency, by `valueType`. */
    value: money("value").notNull(),
    /** Products whose lines it covers; null = all lines. */
    productIds: int64("product_ids").array(),
    startsAt: instant("starts_at"),
    /** The first instant at which it can no longer be applied. */
    endsAt: instant("ends_at"),
    /** How many orders of a contract it applies to; null = all of them. */
    cycleLimit: integer("cycle_limit"),
    /** How often it may be applied in total; null = without limit. */
    useLimit: integer("use_limit"),
    /** How often it has been applied. Stored here so that the limit is one condition on one row. */
    uses: integer("uses").notNull().default(0),
    isOncePerCustomer: boolean("is_once_per_customer").notNull(),
    isActive: boolean("is_active").notNull(),
    /** Only the customer with this e-mail (lower case) may apply it; null = anybody. */
    restrictedEmail: text("restricted_email"),
    /** Only this customer may apply it, whatever their e-mail; null = anybody. */
    restrictedCustomerId: int64("restricted_customer_id"),
    /** Valid only for a customer's first contract: a referred friend's welcome code. */
    isForFirstContract: boolean("is_for_first_contract").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    /** Serves as the version for edits. */
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    unique("discount_codes_code_key").on(t.shopId, t.code),
    uniqueIndex("discount_codes_key_key").on(t.shopId, t.codeKey),
    index("discount_codes_list_idx").on(t.shopId, t.origin, t.id),
    check("discount_codes_value_check", sql`value > 0 and (value_type <> 'PERCENTAGE' or value <= 100)`),
    check("discount_codes_value_type_check", sql`value_type in ('PERCENTAGE','FIXED_AMOUNT')`),
    check("discount_codes_origin_check", sql`origin in ('MERCHANT','REFERRAL')`),
    check("discount_codes_limits_check", sql`cycle_limit > 0 and use_limit > 0 and uses >= 0`),
    check("discount_codes_uses_check", sql`uses <= use_limit`),
    check("discount_codes_dates_check", sql`starts_at < ends_at`),
  ],
);

/**
 * Each application of a code. A use is given back when its discount is removed before any order had it or is being
 * charged with it.
 */
export const discountCodeUses = tenantTable(
  "discount_code_uses",
  ["codeId", "discountId"],
  {
    codeId: int64("code_id").notNull(),
    /** The contract's discount that it created, or that a split made of it. */
    discountId: uuid("discount_id").notNull(),
    contractId: int64("contract_id").notNull(),
    customerId: int64("customer_id").notNull(),
    /** Whether the code was once per customer when it was applied. */
    isOnce: boolean("is_once").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t, refersTo) => [
    uniqueIndex("discount_code_uses_once_key").on(t.shopId, t.codeId, t.customerId).where(sql`is_once`),
    index("discount_code_uses_contract_idx").on(t.shopId, t.contractId),
    refersTo("discount_code_uses_code_fkey", t.codeId, discountCodes),
    refersTo("discount_code_uses_contract_fkey", t.contractId, contracts).onDelete("cascade"),
  ],
);
