import { sql } from "drizzle-orm";
import type { ChargeParameters } from "~/features/billing/gateway/port/payment-gateway";
import { db, type Queryable } from "~db/client.server";
import { findRow, insertRow, isRow, lockRow, updateRows } from "~db/rows.server";
import { paymentMethods } from "~db/schema/customers";
import {
  testGatewayCards,
  testGatewayCharges,
  testGatewayPayments,
  testGatewayRefunds,
} from "~db/schema/test-gateway";
import { sqlStatement } from "~db/statement.server";
import type { CardPast } from "./test-cards";

export type TestPayment = typeof testGatewayPayments.$inferSelect;
export type TestCharge = typeof testGatewayCharges.$inferSelect;

// The payment is locked before its page, as when a page is answered.
const upsertPayment = sqlStatement<
  ChargeParameters & { shopId: number; ref: string; now: string },
  { ref: string }
>()(
  (value) => sql`
    with prepared as (insert into test_gateway_payments (shop_id, ref, amount, currency_code, payment_method_id, last_digits, state, created_at)
    select m.shop_id, ${value("ref")}::text, ${value("amount")}::numeric, ${value("currencyCode")}::text, m.id,
      m.last_digits, 'OPEN', ${value("now")}::timestamptz
    from payment_methods m
    where m.shop_id = ${value("shopId")}::bigint and m.id = ${value("paymentMethodId")}::text
    on conflict (shop_id, ref) do update set amount = excluded.amount, currency_code = excluded.currency_code,
      payment_method_id = excluded.payment_method_id, last_digits = excluded.last_digits, state = 'OPEN'
    where test_gateway_payments.state <> 'PAID' returning ref)
    update test_gateway_pages p set state = 'EXPIRED' from prepared
    where p.shop_id = ${value("shopId")}::bigint and p.ref = prepared.ref and p.state = 'OPEN' returning p.ref`,
);

/** Stores the payment with what is to be charged, and closes its open page; a paid one is not changed. */
export async function savePayment(
  shopId: number,
  ref: string,
  parameters: ChargeParameters,
  now: Date,
): Promise<void> {
  await upsertPayment(db, { ...parameters, shopId, ref, now: now.toISOString() });
}

export const findPayment = (shopId: number, ref: string): Promise<TestPayment | null> =>
  findRow(db, testGatewayPayments, { shopId, ref });

/** Locked until the transaction ends: charges of one payment wait for each other. */
export const lockPayment = (tx: Queryable, shopId: number, ref: string): Promise<TestPayment | null> =>
  lockRow(tx, testGatewayPayments, { shopId, ref });

export const setPaymentPaid = (tx: Queryable, shopId: number, ref: string) =>
  updateRows(tx, testGatewayPayments, { shopId, ref }, { state: "PAID" });

const closePayment = sqlStatement<{ shopId: number; ref: string }, { ref: string }>()(
  (value) => sql`
    with cancelled as (update test_gateway_payments set state = 'CANCELLED'
      where shop_id = ${value("shopId")}::bigint and ref = ${value("ref")}::text and state <> 'PAID' returning ref)
    update test_gateway_pages p set state = 'EXPIRED' from cancelled
    where p.shop_id = ${value("shopId")}::bigint and p.ref = cancelled.ref and p.state = 'OPEN' returning p.ref`,
);

/** Prevents charges, also on a page, until it is prepared again; a paid one stays paid. */
export async function cancelPayment(shopId: number, ref: string): Promise<void> {
  await closePayment(db, { shopId, ref });
}

export const findCharge = (on: Queryable, shopId: number, key: string): Promise<TestCharge | null> =>
  findRow(on, testGatewayCharges, { shopId, key });

export const insertCharge = (tx: Queryable, charge: typeof testGatewayCharges.$inferInsert) =>
  insertRow(tx, testGatewayCharges, charge);

/** History of a card, locked until the transaction ends; that of a new card begins now. */
export async function lockCard(
  tx: Queryable,
  shopId: number,
  paymentMethodId: string,
  now: Date,
): Promise<CardPast> {
  await tx
    .insert(testGatewayCards)
    .values({ shopId, paymentMethodId, paid: 0, declined: 0, challenged: 0, firstAskedAt: now })
    .onConflictDoNothing();
  const card = await lockRow(tx, testGatewayCards, { shopId, paymentMethodId });
  if (!card) throw new Error("a test card vanished");
  return card;
}

export const findCard = (shopId: number, paymentMethodId: string): Promise<CardPast | null> =>
  findRow(db, testGatewayCards, { shopId, paymentMethodId });

const COUNTED = { PAID: "paid", DECLINED: "declined", CHALLENGE: "challenged" } as const;

export async function countOnCard(
  tx: Queryable,
  shopId: number,
  paymentMethodId: string,
  result: TestCharge["result"],
): Promise<void> {
  const name = COUNTED[result];
  const more = { [name]: sql`${testGatewayCards[name]} + 1` };
  await updateRows(tx, testGatewayCards, { shopId, paymentMethodId }, more);
}

export const listRefunds = (
  tx: Queryable,
  shopId: number,
  ref: string,
): Promise<(typeof testGatewayRefunds.$inferSelect)[]> =>
  tx.select().from(testGatewayRefunds).where(isRow(testGatewayRefunds, { shopId, ref }));

export const insertRefund = (tx: Queryable, refund: typeof testGatewayRefunds.$inferInsert) =>
  insertRow(tx, testGatewayRefunds, refund);

/** A card of the test gateway for a customer of the shop. */
export async function insertTestCard(
  on: Queryable,
  card: { shopId: number; id: string; customerId: number; lastDigits: string; expiryYear: number },
): Promise<void> {
  await on.insert(paymentMethods).values({
    ...card,
    instrumentType: "CustomerCreditCard",
    brand: "visa",
    expiryMonth: 12,
  });
}
