import type { DeclineClass } from "./payment-gateway";

/**
 * Who has to act on each error code of an order, and how often it is worth another try. The codes of the platform and
 * the card networks; our own codes come last. Source: docs/design.md "Money".
 */
const CODES: Record<DeclineClass, readonly string[]> = {
  later: [
    "AMOUNT_TOO_LARGE",
    "AUTHENTICATION_ERROR",
    "CALL_ISSUER",
    "CANCELLED_PAYMENT",
    "CARD_DECLINED",
    "CONFIRMATION_REJECTED",
    "DO_NOT_HONOR",
    "GENERIC_ERROR",
    "INSUFFICIENT_FUNDS",
    "PAYMENT_METHOD_DECLINED",
    "PAYMENT_PROVIDER_ERROR",
    "PAYPAL_ERROR_GENERAL",
    "PROCESSING_ERROR",
    "RETRY_DECLINED",
    "TRANSACTION_LIMIT_EXCEEDED",
    "TRANSIENT_ERROR",
    "UNEXPECTED_ERROR",
  ],
  customer: [
    "AUTHENTICATION_FAILED",
    "AUTHENTICATION_REQUIRED",
    "BUYER_CANCELED_PAYMENT_METHOD",
    "CARD_NUMBER_INCORRECT",
    "CUSTOMER_INVALID",
    "EXPIRED_BUYER_ACTION",
    "EXPIRED_CARD",
    "EXPIRED_PAYMENT_METHOD",
    "INCORRECT_ADDRESS",
    "INCORRECT_CVC",
    "INCORRECT_NUMBER",
    "INCORRECT_PIN",
    "INCORRECT_ZIP",
    "INVALID_BILLING_ADDRESS",
    "INVALID_CUSTOMER_BILLING_AGREEMENT",
    "INVALID_CVC",
    "INVALID_EXPIRY_DATE",
    "INVALID_NUMBER",
    "INVALID_PAYMENT_METHOD",
    "INVALID_SHIPPING_ADDRESS",
    "OFF_SESSION_REJECTED",
    "PAYMENT_METHOD_NOT_FOUND",
    "PAYMENT_METHOD_NOT_SPECIFIED",
    "PAYMENT_METHOD_UNSUPPORTED",
    "TOO_MANY_DECLINES",
  ],
  merchant: [
    "INSUFFICIENT_INVENTORY",
    "INVENTORY_ALLOCATIONS_NOT_FOUND",
    "AMOUNT_TOO_SMALL",
    "CUSTOMER_NOT_FOUND",
    "FREE_GIFT_CARD_NOT_ALLOWED",
    "INVALID_AMOUNT",
    "INVALID_CURRENCY",
    "INVALID_PURCHASE_TYPE",
    "INVALID_REQUEST",
    "MERCHANT_ACCOUNT_ERROR",
    "MERCHANT_RULE",
    "NON_TEST_ORDER_LIMIT_REACHED",
    "PAYMENT_METHOD_INCOMPATIBLE_WITH_GATEWAY_CONFIG",
    "PAYMENT_PROVIDER_IS_NOT_ENABLED",
    "PURCHASE_TYPE_NOT_SUPPORTED",
    "TEST_MODE",
  ],
  never: [
    "FRAUD_SUSPECTED",
    "STOLEN_CARD",
    "LOST_CARD",
    "PICKUP_CARD",
    "RESTRICTED_CARD",
    "PAYMENT_METHOD_BLOCKED",
  ],
};

export const DECLINE_CLASSES = Object.keys(CODES) as DeclineClass[];
/** All known codes of a class. */
export const listDeclineCodes = (name: DeclineClass): readonly string[] => CODES[name];

const CLASS_OF = new Map(DECLINE_CLASSES.flatMap((name) => CODES[name].map((code) => [code, name] as const)));

/** Codes of class `later` that are worth only this many retries. */
const MOST_RETRIES: Record<string, number> = { AMOUNT_TOO_LARGE: 1 };
const MOST_RETRIES_OF_UNKNOWN = 2;

/** A product of the order is out of stock. */
export const STOCK_CODES = ["INSUFFICIENT_INVENTORY", "INVENTORY_ALLOCATIONS_NOT_FOUND"];

/** The class of a code; null for an unknown one, which is retried at most twice. */
export const findDeclineClass = (code: string): DeclineClass | null => CLASS_OF.get(code) ?? null;

export const isOutOfStock = (code: string): boolean => STOCK_CODES.includes(code);

/** After this many retries that failed with the code, the customer has to act; null = as long as the schedule lasts. */
export const findMostRetries = (code: string): number | null =>
  CLASS_OF.has(code) ? (MOST_RETRIES[code] ?? null) : MOST_RETRIES_OF_UNKNOWN;
