import type { DeclineClass, Outcome } from "~/features/billing/gateway/port/payment-gateway";

/** Stripe's data about a declined card. */
export type StripeDecline = {
  /** The error's `code`; `card_declined` if the bank's own code is in `declineCode`. */
  code?: string | null;
  declineCode?: string | null;
  adviceCode?: string | null;
  message?: string | null;
};

/** Stripe's codes → ours. Sources: docs/design.md "Money"; docs.stripe.com/declines/codes. */
const CODES: Record<DeclineClass, Record<string, string>> = {
  later: {
    approve_with_id: "CARD_DECLINED",
    call_issuer: "CALL_ISSUER",
    card_declined: "CARD_DECLINED",
    card_velocity_exceeded: "TRANSACTION_LIMIT_EXCEEDED",
    do_not_honor: "DO_NOT_HONOR",
    duplicate_transaction: "CARD_DECLINED",
    generic_decline: "CARD_DECLINED",
    insufficient_funds: "INSUFFICIENT_FUNDS",
    issuer_not_available: "TRANSIENT_ERROR",
    no_action_taken: "CARD_DECLINED",
    processing_error: "PROCESSING_ERROR",
    reenter_transaction: "TRANSIENT_ERROR",
    try_again_later: "TRANSIENT_ERROR",
    withdrawal_count_limit_exceeded: "TRANSACTION_LIMIT_EXCEEDED",
  },
  customer: {
    authentication_not_handled: "AUTHENTICATION_REQUIRED",
    authentication_required: "AUTHENTICATION_REQUIRED",
    card_not_supported: "PAYMENT_METHOD_UNSUPPORTED",
    currency_not_supported: "PAYMENT_METHOD_UNSUPPORTED",
    do_not_try_again: "OFF_SESSION_REJECTED",
    expired_card: "EXPIRED_CARD",
    incorrect_address: "INCORRECT_ADDRESS",
    incorrect_cvc: "INCORRECT_CVC",
    incorrect_number: "INCORRECT_NUMBER",
    incorrect_pin: "INCORRECT_PIN",
    incorrect_zip: "INCORRECT_ZIP",
    invalid_account: "INVALID_PAYMENT_METHOD",
    invalid_cvc: "INVALID_CVC",
    invalid_expiry_month: "INVALID_EXPIRY_DATE",
    invalid_expiry_year: "INVALID_EXPIRY_DATE",
    invalid_number: "INVALID_NUMBER",
    invalid_pin: "INCORRECT_PIN",
    new_account_information_available: "INVALID_PAYMENT_METHOD",
    not_permitted: "PAYMENT_METHOD_UNSUPPORTED",
    offline_pin_required: "AUTHENTICATION_REQUIRED",
    online_or_offline_pin_required: "AUTHENTICATION_REQUIRED",
    payment_intent_authentication_failure: "AUTHENTICATION_FAILED",
    pin_try_exceeded: "INCORRECT_PIN",
    revocation_of_all_authorizations: "OFF_SESSION_REJECTED",
    revocation_of_authorization: "OFF_SESSION_REJECTED",
    service_not_allowed: "PAYMENT_METHOD_UNSUPPORTED",
    stop_payment_order: "OFF_SESSION_REJECTED",
    transaction_not_allowed: "PAYMENT_METHOD_UNSUPPORTED",
  },
  merchant: {
    amount_too_large: "INVALID_AMOUNT",
    amount_too_small: "AMOUNT_TOO_SMALL",
    invalid_amount: "INVALID_AMOUNT",
    testmode_decline: "TEST_MODE",
  },
  never: {
    fraudulent: "FRAUD_SUSPECTED",
    lost_card: "LOST_CARD",
    merchant_blacklist: "FRAUD_SUSPECTED",
    pickup_card: "PICKUP_CARD",
    restricted_card: "RESTRICTED_CARD",
    security_violation: "FRAUD_SUSPECTED",
    stolen_card: "STOLEN_CARD",
  },
};

const KNOWN = new Map(
  (Object.keys(CODES) as DeclineClass[]).flatMap((name) =>
    Object.entries(CODES[name]).map(([stripeCode, code]) => [stripeCode, { code, class: name }] as const),
  ),
);

/** Stripe's advice codes. They override the decline code, except for a card that must never be tried again. */
const ADVICE: Record<string, DeclineClass> = {
  confirm_card_data: "customer",
  do_not_try_again: "customer",
  try_again_later: "later",
};

/**
 * A decline as one of our codes. The bank's code takes precedence over Stripe's; an unknown one keeps its name and is
 * retried at most twice (declines.ts).
 */
export function toDeclined({ code, declineCode, adviceCode, message }: StripeDecline) {
  // The SDK gives an empty text for missing fields.
  const stripeCode = declineCode || code || "card_declined";
  const known = KNOWN.get(stripeCode) ?? { code: stripeCode.toUpperCase(), class: "later" as const };
  const isFinal = known.class === "never" || known.class === "merchant";
  return {
    kind: "declined",
    code: known.code,
    message: message || "The card was declined.",
    class: isFinal ? known.class : (ADVICE[adviceCode ?? ""] ?? known.class),
  } satisfies Outcome;
}

/** Whether the customer has to answer their bank before the card can be charged. */
export const isChallenge = ({ code, declineCode }: StripeDecline): boolean =>
  code === "authentication_required" || declineCode === "authentication_required";
