import { expect, test } from "vitest";
import { toDeclined } from "~/features/billing/gateway/stripe/stripe-declines";

// By hand from docs.stripe.com/declines/codes, see docs/design.md "Money".
test.each<[string, string | undefined, string, string]>([
  ["insufficient_funds", undefined, "later", "INSUFFICIENT_FUNDS"],
  ["do_not_honor", undefined, "later", "DO_NOT_HONOR"],
  ["generic_decline", undefined, "later", "CARD_DECLINED"],
  ["issuer_not_available", undefined, "later", "TRANSIENT_ERROR"],
  ["processing_error", undefined, "later", "PROCESSING_ERROR"],
  ["try_again_later", undefined, "later", "TRANSIENT_ERROR"],
  ["incorrect_number", undefined, "customer", "INCORRECT_NUMBER"],
  ["invalid_account", undefined, "customer", "INVALID_PAYMENT_METHOD"],
  ["expired_card", undefined, "customer", "EXPIRED_CARD"],
  ["revocation_of_authorization", undefined, "customer", "OFF_SESSION_REJECTED"],
  ["stop_payment_order", undefined, "customer", "OFF_SESSION_REJECTED"],
  ["lost_card", undefined, "never", "LOST_CARD"],
  ["stolen_card", undefined, "never", "STOLEN_CARD"],
  ["pickup_card", undefined, "never", "PICKUP_CARD"],
  ["fraudulent", undefined, "never", "FRAUD_SUSPECTED"],
  ["restricted_card", undefined, "never", "RESTRICTED_CARD"],
  ["generic_decline", "do_not_try_again", "customer", "CARD_DECLINED"],
  ["generic_decline", "confirm_card_data", "customer", "CARD_DECLINED"],
  ["generic_decline", "try_again_later", "later", "CARD_DECLINED"],
  ["stolen_card", "try_again_later", "never", "STOLEN_CARD"],
  ["a_word_of_tomorrow", undefined, "later", "A_WORD_OF_TOMORROW"],
])("declined as %s, advice %s: class %s, code %s", (declineCode, adviceCode, declineClass, code) => {
  const declined = toDeclined({ code: "card_declined", declineCode, adviceCode, message: "Told." });
  expect(declined).toEqual({ kind: "declined", class: declineClass, code, message: "Told." });
});
