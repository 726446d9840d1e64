import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";
import type { PortalLanguage } from "./portal-settings";
import { tenantTable } from "./tenant-table";

/**
 * Postal address as in the raw contract (wire.md §1 "Delivery method"); names of country and province are derived from
 * the codes.
 */
export type Address = {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  country: string | null;
  countryCode: string | null;
  zip: string | null;
  phone: string | null;
};

/**
 * The text that a search for a customer looks through: name and e-mail on two lines, so that nothing matches across
 * both. The index holds its three-character pieces (migration 0000_gram_search) and serves queries with exactly this expression.
 */
export const CUSTOMER_NGRAMS = `search_grams(shop_id, btrim(coalesce(first_name, '')) || ' ' || btrim(coalesce(last_name, '')) || E'\\n' || coalesce(email, ''))`;

/** Sort key of customers: the name, else the e-mail. The index serves queries that order by exactly this expression. */
export const CUSTOMER_NAME_SORT = `lower(coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email, ''))`;

/**
 * The form in which customers' e-mails are compared: lower case, without `+tag` (wire.md §2 "13 referral"). The index
 * serves queries with exactly this expression.
 */
export const CUSTOMER_EMAIL_KEY = `lower(regexp_replace(btrim(email), '^([^+@]+)[+][^@]*@', '\\1@'))`;

/** `id` is the platform's customer id. */
export const customers = tenantTable(
  "customers",
  ["id"],
  {
    id: int64("id").notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    email: text("email"),
    phone: text("phone"),
    acceptsEmailMarketing: boolean("accepts_email_marketing").notNull().default(false),
    acceptsSmsMarketing: boolean("accepts_sms_marketing").notNull().default(false),
    defaultAddress: jsonb("default_address").$type<Address>(),
    note: text("note"),
    tags: text("tags").array().notNull(),
    /** The language they last read the portal in; null: unknown. */
    language: text("language").$type<PortalLanguage>(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** When everything that identifies them was erased (docs/privacy.md); the row stays, for orders and sums. */
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("customers_email_lower_idx").on(t.shopId, sql`lower(email)`),
    index("customers_email_key_idx").on(t.shopId, sql.raw(`(${CUSTOMER_EMAIL_KEY})`)),
    index("customers_name_idx").on(t.shopId, sql.raw(`(${CUSTOMER_NAME_SORT})`), t.id),
    index("customers_search_idx").using("gin", sql.raw(CUSTOMER_NGRAMS)),
  ],
);

/** What the platform reports of a card or wallet; never more of a card than this (wire.md §1 "Payment instrument"). */
export const paymentMethods = tenantTable(
  "payment_methods",
  ["id"],
  {
    /** The platform's opaque id. */
    id: text("id").notNull(),
    customerId: int64("customer_id").notNull(),
    /** The platform's instrument type, e.g. CustomerCreditCard; null = not reported yet (an import). */
    instrumentType: text("instrument_type"),
    brand: text("brand"),
    lastDigits: text("last_digits"),
    expiryMonth: integer("expiry_month"),
    expiryYear: integer("expiry_year"),
    holderName: text("holder_name"),
    revokedAt: instant("revoked_at"),
  },
  (t, refersTo) => [refersTo("payment_methods_customer_fkey", t.customerId, customers)],
);
