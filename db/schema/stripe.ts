import { sql } from "drizzle-orm";
import {
  char,
  check,
  foreignKey,
  index,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { billingAttempts } from "./billing";
import { instant, int64 } from "./columns";
import { shops } from "./shops";

/** A shop's secrets at Stripe, sealed by the key ring: whoever reads this table cannot use them. */
export const stripeKeys = pgTable(
  "stripe_keys",
  {
    shopId: int64("shop_id")
      .notNull()
      .references(() => shops.id),
    /** A JWE of the API key and the secret that signs notices. */
    sealed: text("sealed").notNull(),
    /** Which key of the ring sealed it. */
    sealedBy: text("sealed_by").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ name: "stripe_keys_pkey", columns: [t.shopId] })],
);

/**
 * What we have at Stripe for an order: one PaymentIntent, confirmed anew for each try, or, after the bank has asked for
 * the customer, one hosted page. Never both: the intent is called off before there is a page, and the page is closed
 * before there is another intent.
 */
export const stripePayments = pgTable(
  "stripe_payments",
  {
    shopId: int64("shop_id").notNull(),
    ref: text("ref").notNull(),
    attemptId: int64("attempt_id").notNull(),
    /** With what the intent is asked for, stored before it is sent: the same key always goes with the same parameters. */
    key: uuid("key").notNull(),
    amount: numeric("amount", { precision: 14, scale: 4 }).notNull(),
    currencyCode: char("currency_code", { length: 3 }).notNull(),
    /** `cus_…`; null = Stripe does not know the payment method. */
    customer: text("customer"),
    /** `pi_…`; null until Stripe has answered. */
    intent: text("intent"),
    /** `cs_…` of the hosted page, and the key of the try that led to it. */
    page: text("page"),
    pageTryKey: uuid("page_try_key"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "stripe_payments_pkey", columns: [t.shopId, t.ref] }),
    foreignKey({
      name: "stripe_payments_attempt_fkey",
      columns: [t.shopId, t.attemptId],
      foreignColumns: [billingAttempts.shopId, billingAttempts.id],
    }).onDelete("cascade"),
    check("stripe_payments_page_check", sql`(page is null) = (page_try_key is null)`),
  ],
);

/** Notices of a gateway as they came, each once; a job does what follows from them. */
export const gatewayNotices = pgTable(
  "gateway_notices",
  {
    shopId: int64("shop_id").notNull(),
    gateway: text("gateway", { enum: ["stripe"] }).notNull(),
    eventId: text("event_id").notNull(),
    body: text("body").notNull(),
    receivedAt: instant("received_at").notNull(),
    handledAt: instant("handled_at"),
  },
  (t) => [
    primaryKey({ name: "gateway_notices_pkey", columns: [t.shopId, t.gateway, t.eventId] }),
    index("gateway_notices_received_idx").on(t.shopId, t.receivedAt),
    check("gateway_notices_gateway_check", sql`gateway in ('stripe')`),
  ],
);
