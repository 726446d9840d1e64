import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { billingAttempts } from "./billing";
import { currency, instant, int64, money } from "./columns";
import { shops } from "./shops";
import { tenantTable } from "./tenant-table";

/** A shop's secrets at Stripe, sealed by the key ring, so that the contents of this table are useless alone. */
export const stripeKeys = pgTable(
  "stripe_keys",
  {
    shopId: int64("shop_id")
      .notNull()
      .references(() => shops.id),
    /** A JWE of the API key and the webhooks' signing secret. */
    sealed: text("sealed").notNull(),
    /** Which key of the ring sealed it. */
    sealedBy: text("sealed_by").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** When the shop gave these keys; null = before this was kept. */
    connectedAt: instant("connected_at"),
    /** When the database was restored from a back-up: orders from before may have a payment that is not in it. */
    restoredAt: instant("restored_at"),
  },
  (t) => [primaryKey({ name: "stripe_keys_pkey", columns: [t.shopId] })],
);

/**
 * An order's payment at Stripe: one PaymentIntent, confirmed again for each try, or, once the bank asks for the
 * customer, one hosted page. Never both: the intent is cancelled before a page is made, and the page expired before
 * another intent.
 */
export const stripePayments = tenantTable(
  "stripe_payments",
  ["ref"],
  {
    ref: text("ref").notNull(),
    attemptId: int64("attempt_id").notNull(),
    /** Key and parameters of the intent, stored before they are sent: the same key always has the same parameters. */
    key: uuid("key").notNull(),
    amount: money("amount").notNull(),
    currencyCode: currency("currency_code").notNull(),
    /** `cus_…`; null = Stripe does not know the payment method. */
    customer: text("customer"),
    /** `pi_…`; null until Stripe has answered. */
    intent: text("intent"),
    /** `cs_…` of the hosted page, and the key of the try that led to it. */
    page: text("page"),
    pageTryKey: uuid("page_try_key"),
    /** `connected_at` of the keys with which its intent was made: other keys may be those of another account. */
    connectedAt: instant("connected_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t, refersTo) => [
    refersTo("stripe_payments_attempt_fkey", t.attemptId, billingAttempts).onDelete("cascade"),
    check("stripe_payments_page_check", sql`(page is null) = (page_try_key is null)`),
  ],
);

/** Webhooks of a gateway as they came, each once; a job handles them. The table keeps an older name. */
export const gatewayWebhooks = tenantTable(
  "gateway_notices",
  ["gateway", "eventId"],
  {
    gateway: text("gateway", { enum: ["stripe"] }).notNull(),
    eventId: text("event_id").notNull(),
    body: text("body").notNull(),
    receivedAt: instant("received_at").notNull(),
    handledAt: instant("handled_at"),
  },
  (t) => [
    index("gateway_notices_received_idx").on(t.shopId, t.receivedAt),
    check("gateway_notices_gateway_check", sql`gateway in ('stripe')`),
  ],
);
