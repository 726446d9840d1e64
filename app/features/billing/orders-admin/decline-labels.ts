import { isOutOfStock } from "~/features/billing/gateway/port/declines";
import type { DeclineClass } from "~/features/billing/gateway/port/payment-gateway";

/** Texts of the codes for merchants; a code without one is shown with the gateway's own message. */
const CODES: Record<string, string> = {
  AMOUNT_TOO_LARGE: "The amount is above what the card allows",
  AUTHENTICATION_FAILED: "The customer did not pass their bank’s check",
  AUTHENTICATION_REQUIRED: "The customer’s bank wants them to confirm the payment",
  CALL_ISSUER: "The bank wants the customer to call",
  CARD_DECLINED: "The bank declined, without saying why",
  CARD_NUMBER_INCORRECT: "The card number is wrong",
  DO_NOT_HONOR: "The bank declined, without saying why",
  EXPIRED_CARD: "The card has expired",
  EXPIRED_PAYMENT_METHOD: "The payment method has expired",
  FRAUD_SUSPECTED: "The bank suspects fraud",
  GENERIC_ERROR: "The payment failed, without a reason",
  INCORRECT_CVC: "The security code is wrong",
  INSUFFICIENT_FUNDS: "There is not enough money in the account",
  INSUFFICIENT_INVENTORY: "A product is out of stock",
  INVALID_PAYMENT_METHOD: "The payment method is no longer valid",
  INVENTORY_ALLOCATIONS_NOT_FOUND: "A product could not be reserved",
  LOST_CARD: "The card was reported lost",
  OFF_SESSION_REJECTED: "The bank only accepts the payment from the customer in person",
  PAYMENT_METHOD_BLOCKED: "This payment method must not be charged again",
  PAYMENT_METHOD_DECLINED: "The payment method was declined",
  PAYMENT_METHOD_NOT_FOUND: "The payment method no longer exists",
  PAYMENT_METHOD_NOT_SPECIFIED: "The contract has no payment method",
  PICKUP_CARD: "The bank wants the card withdrawn",
  PROCESSING_ERROR: "Something went wrong at the bank",
  RESTRICTED_CARD: "The bank has restricted the card",
  STOLEN_CARD: "The card was reported stolen",
  TOO_MANY_DECLINES: "The payment method was declined too often in 30 days",
  TRANSACTION_LIMIT_EXCEEDED: "The card’s limit is used up",
};

export const toCodeLabel = (code: string | null, message: string | null): string =>
  (code && CODES[code]) || message?.replace(/\.$/, "") || "The payment failed, without a reason";

/** Who has to act on it. */
export const toClassLabel = (declineClass: DeclineClass | null, code: string | null): string => {
  if (code && isOutOfStock(code)) return "Waits until it is in stock again";
  switch (declineClass) {
    case "customer":
      return "Only the customer can put this right";
    case "merchant":
      return "Only the shop can put this right";
    case "never":
      return "This card is never charged again";
    default:
      return "May succeed later";
  }
};
