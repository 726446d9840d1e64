import { and, eq, isNull } from "drizzle-orm";
import { db } from "~db/client.server";
import { stripePayments } from "~db/schema/stripe";

export type StripePayment = typeof stripePayments.$inferSelect;

const isPayment = ({ shopId, ref }: Pick<StripePayment, "shopId" | "ref">) =>
  and(eq(stripePayments.shopId, shopId), eq(stripePayments.ref, ref));
/** Unless another process has replaced the intent meanwhile. */
const isStillOf = (payment: StripePayment) => and(isPayment(payment), eq(stripePayments.key, payment.key));

export async function findStripePayment(shopId: number, ref: string): Promise<StripePayment | null> {
  const rows = await db.select().from(stripePayments).where(isPayment({ shopId, ref }));
  return rows[0] ?? null;
}

async function getStripePayment(shopId: number, ref: string): Promise<StripePayment> {
  const kept = await findStripePayment(shopId, ref);
  if (!kept) throw new Error("a payment at Stripe vanished");
  return kept;
}

/** The order's stored payment; the first caller has written its parameters. */
export async function keepStripePayment(asked: typeof stripePayments.$inferInsert): Promise<StripePayment> {
  await db.insert(stripePayments).values(asked).onConflictDoNothing();
  return getStripePayment(asked.shopId, asked.ref);
}

async function update(
  payment: StripePayment,
  fields: Partial<StripePayment>,
  which = isStillOf(payment),
): Promise<StripePayment> {
  await db.update(stripePayments).set(fields).where(which);
  return getStripePayment(payment.shopId, payment.ref);
}

/** What Stripe has made under the payment's key. */
export const setStripeIntent = (payment: StripePayment, intent: string) =>
  update(payment, { intent }, and(isStillOf(payment), isNull(stripePayments.intent)));

type Asked = Pick<StripePayment, "amount" | "currencyCode" | "customer">;

/** Store the parameters that Stripe has now. */
export const setStripeParameters = (payment: StripePayment, asked: Asked) => update(payment, asked);

/** The intent is cancelled for good: the next one is made under another key. */
export const renewStripePayment = (payment: StripePayment, asked: Asked & { key: string }) =>
  update(payment, { ...asked, intent: null, page: null, pageTryKey: null });

export const setStripePage = (payment: StripePayment, page: string, pageTryKey: string) =>
  update(payment, { page, pageTryKey });

/** The customer has paid on the page: its intent is the order's from now on. */
export const adoptStripePage = (payment: StripePayment, intent: string) =>
  update(payment, { intent, page: null, pageTryKey: null });
