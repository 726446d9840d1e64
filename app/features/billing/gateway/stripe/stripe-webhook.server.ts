import Stripe from "stripe";
import { z } from "zod";

/** An older signature may be a replay. */
const FRESH_FOR_SECONDS = 300;

/** Types of webhooks about a refund. */
const REFUND_TYPES = new Set<string>([
  "refund.created",
  "refund.updated",
  "refund.failed",
] satisfies Stripe.Event["type"][]);

/** Types of webhooks that may change an order or a payment method. */
const HANDLED_TYPES = new Set<string>([
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.processing",
  "payment_intent.canceled",
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "setup_intent.succeeded",
] satisfies Stripe.Event["type"][]);

const webhook = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      metadata: z.union([z.object({ ref: z.string() }), z.object({ update: z.uuid() })]),
    }),
  }),
});

/** A webhook whose signature is valid and recent; else null. */
export function openStripeWebhook(
  body: string,
  signature: string | null,
  webhookSecret: string,
  receivedAt: Date,
): Stripe.Event | null {
  if (signature === null) return null;
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      FRESH_FOR_SECONDS,
      undefined,
      receivedAt.getTime(),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

export type WebhookSubject = { ref: string } | { refundOf: string } | { update: string };

/**
 * The subject of a webhook: our name of the payment that was made or refunded, or our id of a change of a payment
 * method; null = nothing of ours.
 */
export function findWebhookSubject(event: unknown): WebhookSubject | null {
  const { success, data } = webhook.safeParse(event);
  if (!success) return null;
  const { metadata } = data.data.object;
  if (REFUND_TYPES.has(data.type)) return "ref" in metadata ? { refundOf: metadata.ref } : null;
  return HANDLED_TYPES.has(data.type) ? metadata : null;
}
