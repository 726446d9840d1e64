/** Enums of a contract, separate from its tables: forms in the browser need the values only. */
export const CONTRACT_STATUSES = ["ACTIVE", "PAUSED", "CANCELLED", "EXPIRED", "FAILED"] as const;
/** A contract is over: no orders will follow. */
export const OVER_STATUSES = ["CANCELLED", "EXPIRED"] as const;
export const PLAN_TYPES = ["PAY_AS_YOU_GO", "PREPAID"] as const;
export const EMAIL_SENT_STATUSES = [
  "SENT",
  "UNSENT",
  "FAILED",
  "EMAIL_SETTINGS_DISABLED",
  "CUSTOMER_PAYMENT_EMPTY",
  "CONTRACT_PAUSED_STATUS",
] as const;
export const SMS_SENT_STATUSES = [
  "SENT",
  "UNSENT",
  "FAILED",
  "SMS_SETTINGS_DISABLED",
  "CUSTOMER_PAYMENT_EMPTY",
  "CONTRACT_PAUSED_STATUS",
  "PHONE_NUMBER_EMPTY",
] as const;
/** What a discount takes off: a share of the price, or an amount. */
export const DISCOUNT_VALUE_TYPES = ["PERCENTAGE", "FIXED_AMOUNT"] as const;
export type DiscountValueType = (typeof DISCOUNT_VALUE_TYPES)[number];
