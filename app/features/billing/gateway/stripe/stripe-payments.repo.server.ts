import { sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { billingAttempts } from "~db/schema/billing";
import { stripePayments } from "~db/schema/stripe";

export type StripePayment = typeof stripePayments.$inferSelect;
type Place = Pick<StripePayment, "shopId" | "ref" | "attemptId">;

/** Matches nothing if another process has replaced the intent meanwhile. */
const keyOf = ({ shopId, ref, key }: StripePayment) => ({ shopId, ref, key });

export const findStripePayment = (shopId: number, ref: string): Promise<StripePayment | null> =>
  findRow(db, stripePayments, { shopId, ref });

/**
 * Whether an order may have a payment that a restored database knows nothing of: it is older than the restore, and no
 * payment is stored.
 */
export async function mayBeLost({ shopId, ref, attemptId }: Place): Promise<boolean> {
  const rows = await db.execute(sql`
    select from billing_attempts a
    join stripe_keys k on k.shop_id = ${shopId} and k.restored_at >= a.created_at
    where a.shop_id = ${shopId} and a.id = ${attemptId}
      and not exists (select from stripe_payments p where p.shop_id = ${shopId} and p.ref = ${ref})`);
  return rows.length > 0;
}

/** Identifies an order across databases; it stays the same in back-ups. */
export type OrderIdentity = { orderKey: string; plannedAt: Date };

export async function getOrderIdentity({
  shopId,
  attemptId,
}: Pick<Place, "shopId" | "attemptId">): Promise<OrderIdentity> {
  const order = await findRow(db, billingAttempts, { shopId, id: attemptId });
  if (!order) throw new Error("an order vanished");
  return { orderKey: order.idempotencyKey, plannedAt: order.createdAt };
}

async function getStripePayment(shopId: number, ref: string): Promise<StripePayment> {
  const kept = await findStripePayment(shopId, ref);
  if (!kept) throw new Error("a payment at Stripe vanished");
  return kept;
}

/** The order's stored payment; the first caller's parameters are kept. */
export async function keepStripePayment(asked: typeof stripePayments.$inferInsert): Promise<StripePayment> {
  await db.insert(stripePayments).values(asked).onConflictDoNothing();
  return getStripePayment(asked.shopId, asked.ref);
}

async function update(
  payment: StripePayment,
  fields: Partial<StripePayment>,
  also: { intent?: null } = {},
): Promise<StripePayment> {
  await updateRows(db, stripePayments, { ...keyOf(payment), ...also }, fields);
  return getStripePayment(payment.shopId, payment.ref);
}

/** Stores what Stripe has created under the payment's key. */
export const setStripeIntent = (
  payment: StripePayment,
  made: Pick<StripePayment, "intent" | "connectedAt">,
) => update(payment, made, { intent: null });

type Asked = Pick<StripePayment, "amount" | "currencyCode" | "customer">;

/** Stores the parameters that Stripe has now. */
export const setStripeParameters = (payment: StripePayment, asked: Asked) => update(payment, asked);

/** The intent is cancelled for good, or of a former account: the next one is created under another key. */
export const renewStripePayment = (payment: StripePayment, asked: Asked & { key: string }) =>
  update(payment, { ...asked, intent: null, page: null, pageTryKey: null });

export const setStripePage = (payment: StripePayment, page: string, pageTryKey: string) =>
  update(payment, { page, pageTryKey });

/** The customer has paid on the page: its intent is the order's from now on. */
export const adoptStripePage = (payment: StripePayment, intent: string) =>
  update(payment, { intent, page: null, pageTryKey: null });
