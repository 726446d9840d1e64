import Stripe from "stripe";
import type { Outcome } from "~/features/billing/gateway/port/payment-gateway";
import { isChallenge, type StripeDecline, toDeclined } from "./stripe-declines";
import { fromStripeAmount } from "./stripe-money";

const toDecline = (error: Stripe.errors.StripeError): StripeDecline => ({
  code: error.code,
  declineCode: error.decline_code,
  adviceCode: error.advice_code,
  message: error.message,
});

/** The outcome by an intent's state; null: not charged. */
export function toOutcomeOfIntent(intent: Stripe.PaymentIntent): Outcome | null {
  if (intent.status === "succeeded")
    return { kind: "paid", amount: fromStripeAmount(intent.amount_received, intent.currency.toUpperCase()) };
  return intent.status === "processing" ? { kind: "pending" } : null;
}

const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError;

/** Whether Stripe has understood the call and refuses it: a repetition would get the same answer. */
export const isFinalAnswer = (error: unknown): error is Stripe.errors.StripeError =>
  isStripeError(error) && [400, 404].includes(error.statusCode ?? 0);

/** Whether Stripe does not know an object that the call names. */
export const isMissing = (error: unknown): boolean =>
  isFinalAnswer(error) && error.code === "resource_missing";

/** Whether Stripe knows the call's key with other parameters. */
export const isOtherCall = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;

/** Whether Stripe has not answered within STRIPE_TIMEOUT_MS. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError &&
  error.detail instanceof Error &&
  "code" in error.detail &&
  error.detail.code === "ETIMEDOUT";

/** Whether a charge was declined because the bank asks for the customer's confirmation. */
export const asksForCustomer = (error: unknown): boolean =>
  isStripeError(error) && error.statusCode === 402 && isChallenge(toDecline(error));

/** The outcome of a charge whose call failed (docs/decisions/041-stripe.md). Without a clear answer: unknown. */
export function toOutcomeOfError(error: unknown): Outcome {
  if (!isStripeError(error)) return { kind: "unknown" };
  switch (error.statusCode) {
    case 402:
      return toDeclined(toDecline(error));
    case 400:
    case 404:
      return toOutcomeOfRefusal(error);
    case 401:
    case 403:
      return { kind: "refused", reason: error.message };
    default:
      return { kind: "unknown" };
  }
}

/** A call that does not fit the payment method or the amount. The caller has checked the intent. */
function toOutcomeOfRefusal(error: Stripe.errors.StripeError): Outcome {
  const { code, param, message } = error;
  if (code === "amount_too_small" || code === "amount_too_large") return toDeclined({ code, message });
  if (param?.startsWith("payment_method"))
    return {
      kind: "declined",
      code: isMissing(error) ? "PAYMENT_METHOD_NOT_FOUND" : "INVALID_PAYMENT_METHOD",
      message,
      class: "customer",
    };
  return { kind: "refused", reason: message };
}

/** What may be logged of a failed call: the error itself contains the customer's name, address and card. */
export const toLogged = (error: unknown) =>
  isStripeError(error)
    ? { type: error.type, status: error.statusCode, code: error.code, stripeRequest: error.requestId }
    : { err: error };
