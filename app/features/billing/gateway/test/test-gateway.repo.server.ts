import { and, eq, sql } from "drizzle-orm";
import type { ChargeParameters } from "~/features/billing/gateway/payment-gateway";
import type { CardPast } from "~/features/billing/gateway/test/test-cards";
import { db, type Queryable } from "~db/client.server";
import { paymentMethods } from "~db/schema/customers";
import {
  testGatewayCards,
  testGatewayCharges,
  testGatewayPayments,
  testGatewayRefunds,
} from "~db/schema/test-gateway";
import { sqlStatement } from "~db/statement.server";

export type TestPayment = typeof testGatewayPayments.$inferSelect;
export type TestCharge = typeof testGatewayCharges.$inferSelect;

const upsertPayment = sqlStatement<
  ChargeParameters & { shopId: number; ref: string; now: string },
  { ref: string }
>()(
  (value) => sql`
    insert into test_gateway_payments (shop_id, ref, amount, currency_code, payment_method_id, last_digits, state, created_at)
    select m.shop_id, ${value("ref")}::text, ${value("amount")}::numeric, ${value("currencyCode")}::text, m.id,
      m.last_digits, 'OPEN', ${value("now")}::timestamptz
    from payment_methods m
    where m.shop_id = ${value("shopId")}::bigint and m.id = ${value("paymentMethodId")}::text
    on conflict (shop_id, ref) do update set amount = excluded.amount, currency_code = excluded.currency_code,
      payment_method_id = excluded.payment_method_id, last_digits = excluded.last_digits
    where test_gateway_payments.state = 'OPEN'`,
);

/** The payment with what is to be charged; one that is paid stays as it is. */
export async function savePayment(
  shopId: number,
  ref: string,
  parameters: ChargeParameters,
  now: Date,
): Promise<void> {
  await upsertPayment(db, { ...parameters, shopId, ref, now: now.toISOString() });
}

const ofRef = (table: typeof testGatewayPayments, shopId: number, ref: string) =>
  and(eq(table.shopId, shopId), eq(table.ref, ref));

export async function findPayment(shopId: number, ref: string): Promise<TestPayment | null> {
  const rows = await db
    .select()
    .from(testGatewayPayments)
    .where(ofRef(testGatewayPayments, shopId, ref));
  return rows[0] ?? null;
}

/** Held until the transaction ends: charges of one payment wait for each other. */
export async function lockPayment(tx: Queryable, shopId: number, ref: string): Promise<TestPayment | null> {
  const rows = await tx
    .select()
    .from(testGatewayPayments)
    .where(ofRef(testGatewayPayments, shopId, ref))
    .for("update");
  return rows[0] ?? null;
}

export async function setPaymentPaid(tx: Queryable, shopId: number, ref: string): Promise<void> {
  await tx
    .update(testGatewayPayments)
    .set({ state: "PAID" })
    .where(ofRef(testGatewayPayments, shopId, ref));
}

export async function findCharge(on: Queryable, shopId: number, key: string): Promise<TestCharge | null> {
  const rows = await on
    .select()
    .from(testGatewayCharges)
    .where(and(eq(testGatewayCharges.shopId, shopId), eq(testGatewayCharges.key, key)));
  return rows[0] ?? null;
}

export async function insertCharge(
  tx: Queryable,
  charge: typeof testGatewayCharges.$inferInsert,
): Promise<void> {
  await tx.insert(testGatewayCharges).values(charge);
}

/** What a card has been through, held until the transaction ends; a card that is new begins now. */
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
  const rows = await tx
    .select()
    .from(testGatewayCards)
    .where(and(eq(testGatewayCards.shopId, shopId), eq(testGatewayCards.paymentMethodId, paymentMethodId)))
    .for("update");
  if (!rows[0]) throw new Error("a test card vanished");
  return rows[0];
}

export async function findCard(shopId: number, paymentMethodId: string): Promise<CardPast | null> {
  const rows = await db
    .select()
    .from(testGatewayCards)
    .where(and(eq(testGatewayCards.shopId, shopId), eq(testGatewayCards.paymentMethodId, paymentMethodId)));
  return rows[0] ?? null;
}

const COUNTED = { PAID: "paid", DECLINED: "declined", CHALLENGE: "challenged" } as const;

export async function countOnCard(
  tx: Queryable,
  shopId: number,
  paymentMethodId: string,
  result: TestCharge["result"],
): Promise<void> {
  const name = COUNTED[result];
  await tx
    .update(testGatewayCards)
    .set({ [name]: sql`${testGatewayCards[name]} + 1` })
    .where(and(eq(testGatewayCards.shopId, shopId), eq(testGatewayCards.paymentMethodId, paymentMethodId)));
}

export function listRefunds(
  tx: Queryable,
  shopId: number,
  ref: string,
): Promise<(typeof testGatewayRefunds.$inferSelect)[]> {
  return tx
    .select()
    .from(testGatewayRefunds)
    .where(and(eq(testGatewayRefunds.shopId, shopId), eq(testGatewayRefunds.ref, ref)));
}

export async function insertRefund(
  tx: Queryable,
  refund: typeof testGatewayRefunds.$inferInsert,
): Promise<void> {
  await tx.insert(testGatewayRefunds).values(refund);
}

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
