import type Stripe from "stripe";
import type { ChargeParameters, Outcome } from "~/features/billing/gateway/port/payment-gateway";
import { toDeclined } from "./stripe-declines";
import { toMetadata } from "./stripe-lost-payments.server";
import { fromStripeAmount, toStripeAmount } from "./stripe-money";
import { isFinalAnswer, isOtherCall, toOutcomeOfIntent } from "./stripe-outcomes";
import { adoptStripePage, type StripePayment, setStripePage } from "./stripe-payments.repo.server";

/** What a hosted page needs of its shop: the name to show, and the addresses that it may lead back to, the usual one first. */
type PageShop = { name: string; backUrls: readonly string[] };

/**
 * The bank asks for the customer: a hosted page replaces the intent, which is cancelled first. A repeated call for the
 * same try opens the same page.
 */
export async function openPage(
  stripe: Stripe,
  payment: StripePayment,
  tryKey: string,
  parameters: ChargeParameters,
  { name, backUrls }: PageShop,
): Promise<Outcome> {
  const taken = payment.intent && (await callOff(stripe, payment.intent));
  if (taken) return taken;
  const metadata = await toMetadata(payment);
  const create = (backUrl: string) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        ...(payment.customer ? { customer: payment.customer } : { customer_creation: "always" }),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: parameters.currencyCode.toLowerCase(),
              unit_amount: toStripeAmount(parameters.amount, parameters.currencyCode) ?? undefined,
              product_data: { name },
            },
          },
        ],
        payment_intent_data: { metadata: { ...metadata, try: tryKey }, setup_future_usage: "off_session" },
        metadata,
        success_url: backUrl,
        cancel_url: backUrl,
      },
      { idempotencyKey: `${tryKey}-page` },
    );
  const made = await createAs(backUrls, create);
  const kept = await setStripePage(payment, made.id, tryKey);
  return (await readPage(stripe, kept, made.id)) ?? toExpired();
}

/**
 * Creates with the first of these addresses, unless the same page was created with another of them before: Stripe then
 * refuses a call that differs.
 */
async function createAs<T>(
  [backUrl = "", ...others]: readonly string[],
  create: (backUrl: string) => Promise<T>,
): Promise<T> {
  try {
    return await create(backUrl);
  } catch (error) {
    if (others.length === 0 || !isOtherCall(error)) throw error;
    return createAs(others, create);
  }
}

/** @returns the intent's outcome, when it can no longer be cancelled */
export async function callOff(stripe: Stripe, intent: string): Promise<Outcome | null> {
  try {
    await stripe.paymentIntents.cancel(intent);
    return null;
  } catch (error) {
    if (!isFinalAnswer(error)) throw error;
    const now = await stripe.paymentIntents.retrieve(intent);
    if (now.status === "canceled") return null;
    const outcome = toOutcomeOfIntent(now);
    if (!outcome) throw error;
    return outcome;
  }
}

export const toExpired = (): Outcome =>
  toDeclined({ code: "authentication_required", message: "The customer did not answer their bank." });

/** Outcome of a page; null: it has expired unpaid. Declined: a bank debit was sent back. */
export async function readPage(
  stripe: Stripe,
  payment: StripePayment,
  page: string,
): Promise<Outcome | null> {
  return toGatewayOutcome(stripe, payment, await stripe.checkout.sessions.retrieve(page));
}

async function toGatewayOutcome(
  stripe: Stripe,
  payment: StripePayment,
  session: Stripe.Checkout.Session,
): Promise<Outcome | null> {
  if (session.status === "expired") return null;
  if (session.status === "open" && session.url) return { kind: "actionRequired", url: session.url };
  const { payment_intent: made } = session;
  if (session.status !== "complete" || !made) return { kind: "unknown" };
  const intent = typeof made === "string" ? made : made.id;
  if (session.payment_status !== "paid") return readDebit(stripe, intent);
  await adoptStripePage(payment, intent);
  const amount = fromStripeAmount(session.amount_total ?? 0, (session.currency ?? "").toUpperCase());
  return { kind: "paid", amount };
}

/** A bank debit that was started on a page. The page stays as it is when the debit is sent back; its intent says so. */
async function readDebit(stripe: Stripe, intentId: string): Promise<Outcome> {
  const { status, last_payment_error } = await stripe.paymentIntents.retrieve(intentId);
  if (status !== "requires_payment_method" && status !== "canceled") return { kind: "pending" };
  const { code, decline_code: declineCode, message } = last_payment_error ?? {};
  return toDeclined({ code: code ?? "generic_decline", declineCode, message });
}

/**
 * Expires the page before anything else is charged. @returns what was already paid on it, or is on its way; null: nothing
 * was or will be
 */
export async function closePage(
  stripe: Stripe,
  payment: StripePayment,
  page: string,
): Promise<Outcome | null> {
  try {
    return await toGatewayOutcome(stripe, payment, await stripe.checkout.sessions.expire(page));
  } catch (error) {
    if (!isFinalAnswer(error)) throw error;
    const outcome = await readPage(stripe, payment, page);
    if (outcome?.kind === "actionRequired") throw error;
    return outcome?.kind === "declined" ? null : outcome;
  }
}
