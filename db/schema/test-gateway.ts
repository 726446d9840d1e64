import { sql } from "drizzle-orm";
import { check, index, integer, text, unique } from "drizzle-orm/pg-core";
import { currency, instant, money, oneOf } from "./columns";
import { tenantTable } from "./tenant-table";

/**
 * The test gateway's own ledger. The billing engine never reads it and knows only the gateway's answers. Tests compare
 * it with our orders.
 */

/** One payment per order: it is paid at most once, however many tries there are. */
export const testGatewayPayments = tenantTable(
  "test_gateway_payments",
  ["ref"],
  {
    ref: text("ref").notNull(),
    amount: money("amount").notNull(),
    currencyCode: currency("currency_code").notNull(),
    paymentMethodId: text("payment_method_id").notNull(),
    lastDigits: text("last_digits"),
    state: text("state", { enum: ["OPEN", "PAID", "CANCELLED"] }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  () => [check("test_gateway_payments_state_check", sql`state in ('OPEN','PAID','CANCELLED')`)],
);

/** Requests by key with their outcome: a repeated request gets the same answer and has no further effect. */
export const testGatewayCharges = tenantTable(
  "test_gateway_charges",
  ["key"],
  {
    key: text("key").notNull(),
    ref: text("ref").notNull(),
    amount: money("amount").notNull(),
    paymentMethodId: text("payment_method_id").notNull(),
    result: text("result", { enum: ["PAID", "DECLINED", "CHALLENGE"] }).notNull(),
    code: text("code"),
    at: instant("at").notNull(),
  },
  (t) => [
    index("test_gateway_charges_ref_idx").on(t.shopId, t.ref),
    check("test_gateway_charges_result_check", sql`result in ('PAID','DECLINED','CHALLENGE')`),
  ],
);

/** The history of a card: the behaviour of some depends on it. */
export const testGatewayCards = tenantTable("test_gateway_cards", ["paymentMethodId"], {
  paymentMethodId: text("payment_method_id").notNull(),
  paid: integer("paid").notNull(),
  declined: integer("declined").notNull(),
  challenged: integer("challenged").notNull(),
  /** Time of the first request: some cards cannot be reached for an hour after it. */
  firstAskedAt: instant("first_asked_at").notNull(),
});

export const testGatewayRefunds = tenantTable(
  "test_gateway_refunds",
  ["key"],
  {
    key: text("key").notNull(),
    ref: text("ref").notNull(),
    amount: money("amount").notNull(),
    at: instant("at").notNull(),
  },
  (t) => [index("test_gateway_refunds_ref_idx").on(t.shopId, t.ref)],
);

const TEST_PAGE_KINDS = ["BANK", "CARD"] as const;
/** DONE: confirmed, or a card was entered. DECLINED: the customer refused. EXPIRED: it can no longer be answered. */
const TEST_PAGE_STATES = ["OPEN", "DONE", "DECLINED", "EXPIRED"] as const;

/** Its hosted pages: the bank's question about a payment, or the entry of another card. */
export const testGatewayPages = tenantTable(
  "test_gateway_pages",
  ["id"],
  {
    /** 128 random bits, base64url: whoever knows the page's address may answer it, as at other gateways. */
    id: text("id").notNull(),
    kind: text("kind", { enum: TEST_PAGE_KINDS }).notNull(),
    /** For the bank's question: the payment, and the key of the charge that led to it. */
    ref: text("ref"),
    key: text("key"),
    /** Of the card entered. */
    lastDigits: text("last_digits"),
    /** Where it leads after the answer. */
    backUrl: text("back_url").notNull(),
    state: text("state", { enum: TEST_PAGE_STATES }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    unique("test_gateway_pages_key_key").on(t.shopId, t.key),
    index("test_gateway_pages_ref_idx").on(t.shopId, t.ref),
    oneOf("test_gateway_pages_kind_check", "kind", TEST_PAGE_KINDS),
    oneOf("test_gateway_pages_state_check", "state", TEST_PAGE_STATES),
    check("test_gateway_pages_bank_check", sql`(kind = 'BANK') = (ref is not null and key is not null)`),
  ],
);
