import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, int64, money, oneOf } from "./columns";
import { DISCOUNT_VALUE_TYPES, type DiscountValueType } from "./contract-enums";
import { customers } from "./customers";
import { discountCodes } from "./discount-codes";
import type { PortalLanguage } from "./portal-settings";
import { CODE_DELIVERIES, REFERRAL_STATUSES, REFERRER_REWARDS, type RefusalReason } from "./referral-enums";
import { shops } from "./shops";
import { tenantTable } from "./tenant-table";

/** The merchant's own texts in one language; missing ones keep the programme's. */
export type ReferralTextOverrides = { headline?: string; offer?: string; share?: string };

/** What the referrer was promised when the friend accepted; later changes of the programme do not change it. */
export type PromisedReward = {
  kind: (typeof REFERRER_REWARDS)[number];
  valueType: DiscountValueType;
  /** Percent or an amount in the shop's currency, a decimal string. */
  value: string;
  /** For a code; null = without limit. */
  validDays: number | null;
};

/** The referral programme of a shop; no row: it has none yet. */
export const referralProgrammes = pgTable(
  "referral_programmes",
  {
    shopId: int64("shop_id")
      .notNull()
      .references(() => shops.id),
    isActive: boolean("is_active").notNull(),
    friendValueType: text("friend_value_type", { enum: DISCOUNT_VALUE_TYPES }).notNull(),
    friendValue: money("friend_value").notNull(),
    /** Products the welcome code is for; null = all. */
    friendProductIds: int64("friend_product_ids").array(),
    /** Days a welcome code can be applied; null = without limit. */
    friendValidDays: integer("friend_valid_days"),
    /** Orders with the welcome discount; null = all of them. */
    friendCycleLimit: integer("friend_cycle_limit"),
    codeDelivery: text("code_delivery", { enum: CODE_DELIVERIES }).notNull().default("SHOW"),
    referrerReward: text("referrer_reward", { enum: REFERRER_REWARDS }).notNull(),
    referrerValueType: text("referrer_value_type", { enum: DISCOUNT_VALUE_TYPES }).notNull(),
    referrerValue: money("referrer_value").notNull(),
    /** Days a reward code can be applied; null = without limit. */
    referrerValidDays: integer("referrer_valid_days"),
    words: jsonb("words").$type<Partial<Record<PortalLanguage, ReferralTextOverrides>>>().notNull(),
    /** Serves as the version for edits. */
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "referral_programmes_pkey", columns: [t.shopId] }),
    check(
      "referral_programmes_friend_check",
      sql`friend_value > 0 and (friend_value_type <> 'PERCENTAGE' or friend_value <= 100)`,
    ),
    check(
      "referral_programmes_referrer_check",
      sql`referrer_value > 0 and (referrer_value_type <> 'PERCENTAGE' or referrer_value <= 100)`,
    ),
    oneOf("referral_programmes_delivery_check", "code_delivery", CODE_DELIVERIES),
    check(
      "referral_programmes_limits_check",
      sql`friend_valid_days > 0 and friend_cycle_limit > 0 and referrer_valid_days > 0`,
    ),
  ],
);

/**
 * The token in a customer's referral link. In clear text: the customer wants to see the link again, and it is meant to
 * be passed on.
 */
export const referrers = tenantTable(
  "referrers",
  ["token"],
  {
    token: text("token").notNull(),
    customerId: int64("customer_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t, refersTo) => [
    unique("referrers_customer_key").on(t.shopId, t.customerId),
    refersTo("referrers_customer_fkey", t.customerId, customers),
  ],
);

/**
 * A customer and a friend of theirs. `referrals_claimed_key` ensures that a friend is referred only once, whoever
 * refers them: an acceptance claims the e-mail for good.
 */
export const referrals = tenantTable(
  "referrals",
  ["id"],
  {
    id: int64("id").notNull().generatedByDefaultAsIdentity(),
    /** The referrer's customer id at the platform. */
    referrerId: int64("referrer_id").notNull(),
    /** The friend's e-mail, as typed. */
    email: text("email").notNull(),
    /** The form in which e-mails are compared (`toEmailKey`). */
    emailKey: text("email_key").notNull(),
    status: text("status", { enum: REFERRAL_STATUSES }).notNull(),
    /** The friend accepted this referral. */
    isClaimed: boolean("is_claimed").notNull(),
    reasons: text("reasons").array().$type<RefusalReason[]>().notNull(),
    /** The language of messages to the friend. */
    language: text("language").$type<PortalLanguage>().notNull(),
    welcomeCodeId: int64("welcome_code_id"),
    promised: jsonb("promised").$type<PromisedReward>(),
    /** Our contract id of the contract the code was applied to. */
    contractId: int64("contract_id"),
    rewardCodeId: int64("reward_code_id"),
    createdAt: instant("created_at").notNull(),
    /** When the referrer named the friend; null for a friend who came without being named. */
    invitedAt: instant("invited_at"),
    acceptedAt: instant("accepted_at"),
    usedAt: instant("used_at"),
    /** When it was rewarded or refused. */
    closedAt: instant("closed_at"),
  },
  (t, refersTo) => [
    uniqueIndex("referrals_claimed_key").on(t.shopId, t.emailKey).where(sql`is_claimed`),
    unique("referrals_referrer_email_key").on(t.shopId, t.referrerId, t.emailKey),
    unique("referrals_welcome_code_key").on(t.shopId, t.welcomeCodeId),
    index("referrals_list_idx").on(t.shopId, t.status, t.id),
    index("referrals_created_idx").on(t.shopId, t.createdAt),
    index("referrals_contract_idx").on(t.shopId, t.contractId).where(sql`contract_id is not null`),
    foreignKey({
      name: "referrals_referrer_fkey",
      columns: [t.shopId, t.referrerId],
      foreignColumns: [referrers.shopId, referrers.customerId],
    }),
    refersTo("referrals_welcome_code_fkey", t.welcomeCodeId, discountCodes),
    refersTo("referrals_reward_code_fkey", t.rewardCodeId, discountCodes),
    oneOf("referrals_status_check", "status", REFERRAL_STATUSES),
    check(
      "referrals_claimed_check",
      sql`is_claimed = (welcome_code_id is not null) and (is_claimed or status in ('INVITED','REFUSED'))`,
    ),
  ],
);
