import type { DeclineClass } from "~/features/billing/gateway/port/payment-gateway";
import { toCodeWords } from "~/features/billing/orders-admin/decline-labels";

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** `Germany`; null: nothing was sent. */
export function toCountryName(code: string | null): string {
  if (code === null) return "Nothing was sent";
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}

/** What an order failed with first, in words; a code without any is spelled out. */
export function toFailureWords(code: string | null): string {
  if (code === null) return "Not told";
  const spelled = code.replaceAll("_", " ").toLowerCase();
  return toCodeWords(code, `${spelled.charAt(0).toUpperCase()}${spelled.slice(1)}`);
}

/** Who has to do something about a failure. */
export const CLASS_WORDS: Record<DeclineClass | "unknown", string> = {
  later: "Tried again by itself",
  customer: "The customer has to act",
  merchant: "You have to act",
  never: "Never charged again",
  unknown: "Other",
};

/** What a customer took in place of cancelling. */
const OFFERS: Record<string, string> = {
  SKIP: "Skipped an order",
  PAUSE: "Paused",
  DISCOUNT: "Took a discount code",
};
export const toOfferWords = (offer: string): string => OFFERS[offer] ?? offer;

/** `3 months` at the end of a contract. */
export const toAgeWords = (months: number): string =>
  months === 0 ? "Under a month" : `${months} ${months === 1 ? "month" : "months"}`;
