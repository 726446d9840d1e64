import type { ContractFormat } from "~/features/contract-page/history/activity-timeline";
import type { Fact, LineRow } from "~/features/contract-page/page/contract-detail";
import { toText } from "~/features/contracts/contract-words";
import { toAddressLines } from "~/features/customers/address-lines";
import type { contractDiscounts, contracts } from "~db/schema/contracts";
import type { paymentMethods } from "~db/schema/customers";

type ContractRow = typeof contracts.$inferSelect;
type PaymentMethodRow = typeof paymentMethods.$inferSelect;
type DiscountRow = typeof contractDiscounts.$inferSelect;

export type PaymentView = {
  title: string;
  holder: string | null;
  expiry: string | null;
  warning: string | null;
};

const INSTRUMENT_LABELS: Record<string, string> = {
  CustomerCreditCard: "Card",
  CustomerPaypalBillingAgreement: "PayPal",
  CustomerShopPayAgreement: "Shop Pay",
};

const UNKNOWN_METHOD = "On file, brand and number not known";

/** @param now in whose month a card's last month is compared: a card is good to the end of it. */
export function toPaymentView(
  method: PaymentMethodRow | null,
  now: Date,
  format: ContractFormat,
): PaymentView | null {
  if (!method) return null;
  const kind =
    method.brand ??
    (method.instrumentType && (INSTRUMENT_LABELS[method.instrumentType] ?? toText(method.instrumentType)));
  const digits = method.lastDigits && `•••• ${method.lastDigits}`;
  // An import brings the bare id; the platform has not told the rest.
  const title = kind || digits ? [kind ? toBrandText(kind) : "Card", digits] : [UNKNOWN_METHOD];
  const { expiryMonth: month, expiryYear: year } = method;
  const hasExpiry = month !== null && year !== null;
  const isExpired = hasExpiry && Date.UTC(year, month, 1) <= now.getTime();
  const warning = method.revokedAt
    ? `Revoked on ${format.date(method.revokedAt)}`
    : isExpired
      ? "This card has expired"
      : null;
  return {
    title: title.filter(Boolean).join(" "),
    holder: method.holderName,
    expiry: hasExpiry ? `${String(month).padStart(2, "0")}/${year}` : null,
    warning,
  };
}

/** A brand is a name: "visa" and "VISA" → "Visa", "american_express" → "American Express"; "MasterCard" stays. */
const toBrandText = (brand: string): string =>
  /^[a-z_]+$|^[A-Z_]+$/.test(brand) ? brand.split("_").map(toTitleCase).join(" ") : brand;

const toTitleCase = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();

export type DiscountView = { id: string; title: string; code: string | null; value: string; use: string };

export function toDiscountView(
  discount: DiscountRow,
  lines: LineRow[],
  format: ContractFormat,
): DiscountView {
  const value =
    discount.valueType === "PERCENTAGE"
      ? `${discount.value.replace(/\.?0+$/, "") || "0"}% off`
      : `${format.money(discount.value)} off`;
  const covered = discount.lineIds;
  const titles = lines.filter(({ line }) => covered?.includes(line.id)).map(({ line }) => line.title);
  return {
    id: discount.id,
    title: discount.title,
    code: discount.code === discount.title ? null : discount.code,
    value: covered ? `${value} ${titles.join(", ") || "products no longer in the contract"}` : value,
    use: toUseText(discount),
  };
}

function toUseText({ recurringCycleLimit: limit, usageCount }: DiscountRow): string {
  if (limit === null) return `Every order, ${usageCount} so far`;
  return `${usageCount >= limit ? "Used up: " : ""}${usageCount} of ${limit} orders`;
}

const DELIVERY_LABELS = {
  SHIPPING: "Shipping",
  LOCAL_DELIVERY: "Local delivery",
  PICKUP: "Pickup",
  NONE: "No delivery",
} as const;

export type DeliveryView = { method: string; lines: string[]; phone: string | null; note: string | null };

export function toDeliveryView(contract: ContractRow): DeliveryView {
  return {
    method: DELIVERY_LABELS[contract.deliveryMethodType],
    lines: contract.deliveryAddress ? toAddressLines(contract.deliveryAddress) : [],
    phone: contract.deliveryAddress?.phone ?? null,
    note:
      contract.deliveryInstructions ??
      (contract.pickupLocationId ? `Pickup location ${contract.pickupLocationId}` : null),
  };
}

const NOTIFICATION_LABELS: Record<string, string> = {
  SENT: "Sent",
  UNSENT: "Not sent",
  FAILED: "Failed",
  EMAIL_SETTINGS_DISABLED: "Off in the shop's settings",
  SMS_SETTINGS_DISABLED: "Off in the shop's settings",
  CUSTOMER_PAYMENT_EMPTY: "Not sent: no payment method",
  CONTRACT_PAUSED_STATUS: "Not sent: the contract was paused",
  PHONE_NUMBER_EMPTY: "Not sent: no phone number",
};

export function toNotificationFacts(contract: ContractRow): Fact[] {
  return [
    { label: "E-mail to the customer", value: NOTIFICATION_LABELS[contract.createdEmailStatus] ?? "" },
    { label: "Text message", value: NOTIFICATION_LABELS[contract.createdSmsStatus] ?? "" },
    { label: "Order reminders", value: contract.stopUpcomingOrderEmail ? "Stopped" : "On" },
  ];
}
