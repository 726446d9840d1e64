import type Stripe from "stripe";
import type { GivenMethod, MethodUpdate } from "~/features/billing/gateway/port/payment-gateway";

/**
 * A hosted page on which a customer enters another card; nothing is charged there. A repeated call with the same id
 * returns the same page.
 *
 * @param customer `cus_…` who gets the card; null = Stripe creates one
 */
export async function startMethodPage(
  stripe: Stripe,
  { id, currencyCode, returnUrl }: MethodUpdate,
  customer: string | null,
): Promise<{ url: string; page: string }> {
  const metadata = { update: id };
  const made = await stripe.checkout.sessions.create(
    {
      mode: "setup",
      currency: currencyCode.toLowerCase(),
      ...(customer ? { customer } : { customer_creation: "always" }),
      metadata,
      setup_intent_data: { metadata },
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: `${id}-page` },
  );
  if (!made.url) throw new Error("Stripe has made a page without an address");
  return { url: made.url, page: made.id };
}

/** The card entered on such a page, if any. */
export async function readMethodPage(stripe: Stripe, page: string): Promise<GivenMethod | "open" | "over"> {
  const { status, setup_intent: intent } = await stripe.checkout.sessions.retrieve(page, {
    expand: ["setup_intent.payment_method"],
  });
  if (status === "expired") return "over";
  const method = typeof intent === "string" ? null : intent?.payment_method;
  if (status !== "complete" || !method || typeof method === "string") return "open";
  const { card } = method;
  return {
    id: method.id,
    instrumentType: method.type === "card" ? "CustomerCreditCard" : method.type,
    brand: card?.brand ?? null,
    lastDigits: card?.last4 ?? null,
    expiryMonth: card?.exp_month ?? null,
    expiryYear: card?.exp_year ?? null,
  };
}
