import type { paymentMethods } from "~db/schema/customers";
import { isExpiredCard } from "./card-expiry";
import type { ContractFormat } from "./contract-format";
import { toText } from "./contract-labels";

type PaymentMethodRow = typeof paymentMethods.$inferSelect;

export type PaymentView = {
  title: string;
  holder: string | null;
  expiry: string | null;
  warning: string | null;
};

/** Instruments that are known by their own name. */
export const WALLET_NAMES: Readonly<Record<string, string>> = {
  CustomerPaypalBillingAgreement: "PayPal",
  CustomerShopPayAgreement: "Shop Pay",
};

const toInstrumentName = (type: string): string =>
  type === "CustomerCreditCard" ? "Card" : (WALLET_NAMES[type] ?? toText(type));

const UNKNOWN_METHOD = "On file, brand and number not known";

/** @param clock of the shop: decides whether a card has expired */
export function toPaymentView(
  method: PaymentMethodRow | null,
  clock: { now: Date; timeZone: string },
  format: ContractFormat,
): PaymentView | null {
  if (!method) return null;
  const kind = method.brand ?? (method.instrumentType && toInstrumentName(method.instrumentType));
  const digits = method.lastDigits && `•••• ${method.lastDigits}`;
  // An import brings only the id; the platform has not reported the rest.
  const title = kind || digits ? [kind ? toBrandName(kind) : "Card", digits] : [UNKNOWN_METHOD];
  const { expiryMonth: month, expiryYear: year } = method;
  const hasExpiry = month !== null && year !== null;
  const warning = method.revokedAt
    ? `Revoked on ${format.date(method.revokedAt)}`
    : isExpiredCard(method, clock)
      ? "This card has expired"
      : null;
  return {
    title: title.filter(Boolean).join(" "),
    holder: method.holderName,
    expiry: hasExpiry ? `${String(month).padStart(2, "0")}/${year}` : null,
    warning,
  };
}

/** A brand's name: "visa" and "VISA" → "Visa", "american_express" → "American Express"; "MasterCard" stays. */
export const toBrandName = (brand: string): string =>
  [brand.toLowerCase(), brand.toUpperCase()].includes(brand)
    ? brand.split(/[_ ]/).map(toTitleCase).join(" ")
    : brand;

const toTitleCase = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
