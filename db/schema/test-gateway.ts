import { sql } from "drizzle-orm";
import { char, check, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, int64 } from "./columns";

/**
 * The test gateway's own books. The engine never reads them: it knows only what the gateway answers. Tests hold them
 * against our orders.
 */
const money = (name: string) => numeric(name, { precision: 14, scale: 4 });

/** One payment an order: it is paid at most once, however many tries. */
export const testGatewayPayments = pgTable(
  "test_gateway_payments",
  {
    shopId: int64("shop_id").notNull(),
    ref: text("ref").notNull(),
    amount: money("amount").notNull(),
    currencyCode: char("currency_code", { length: 3 }).notNull(),
    paymentMethodId: text("payment_method_id").notNull(),
    lastDigits: text("last_digits"),
    state: text("state", { enum: ["OPEN", "PAID", "CANCELLED"] }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ name: "test_gateway_payments_pkey", columns: [t.shopId, t.ref] }),
    check("test_gateway_payments_state_check", sql`state in ('OPEN','PAID','CANCELLED')`),
  ],
);

/** What was asked under a key, and what came of it: asked again, it is answered again, and nothing more happens. */
export const testGatewayCharges = pgTable(
  "test_gateway_charges",
  {
    shopId: int64("shop_id").notNull(),
    key: text("key").notNull(),
    ref: text("ref").notNull(),
    amount: money("amount").notNull(),
    paymentMethodId: text("payment_method_id").notNull(),
    result: text("result", { enum: ["PAID", "DECLINED", "CHALLENGE"] }).notNull(),
    code: text("code"),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ name: "test_gateway_charges_pkey", columns: [t.shopId, t.key] }),
    index("test_gateway_charges_ref_idx").on(t.shopId, t.ref),
    check("test_gateway_charges_result_check", sql`result in ('PAID','DECLINED','CHALLENGE')`),
  ],
);

/** What a card has been through: some behave by it. */
export const testGatewayCards = pgTable(
  "test_gateway_cards",
  {
    shopId: int64("shop_id").notNull(),
    paymentMethodId: text("payment_method_id").notNull(),
    paid: integer("paid").notNull(),
    declined: integer("declined").notNull(),
    challenged: integer("challenged").notNull(),
    /** When it was first asked for: some cannot be reached for an hour from then on. */
    firstAskedAt: instant("first_asked_at").notNull(),
  },
  (t) => [primaryKey({ name: "test_gateway_cards_pkey", columns: [t.shopId, t.paymentMethodId] })],
);

export const testGatewayRefunds = pgTable(
  "test_gateway_refunds",
  {
    shopId: int64("shop_id").notNull(),
    key: text("key").notNull(),
    ref: text("ref").notNull(),
    amount: money("amount").notNull(),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ name: "test_gateway_refunds_pkey", columns: [t.shopId, t.key] }),
    index("test_gateway_refunds_ref_idx").on(t.shopId, t.ref),
  ],
);
