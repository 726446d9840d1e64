import type { DeclineClass } from "~/features/billing/gateway/port/payment-gateway";
import type { OrderPart, PartOfOrders } from "~/features/billing/orders/order-parts";
import { toCountryName } from "~/lib/addresses/country-name";
import { NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";
import { toCodeLabel } from "./decline-labels";

/** `Germany`; null: nothing was shipped. */
export const toDestination = (code: string | null): string =>
  code === null ? "Nothing was sent" : toCountryName(code);

/** The code of an order's first failure as text; a code without a text is spelled out. */
export function toFailureLabel(code: string | null): string {
  if (code === null) return "Without a code";
  const spelled = code.replaceAll("_", " ").toLowerCase();
  return toCodeLabel(code, `${spelled.charAt(0).toUpperCase()}${spelled.slice(1)}`);
}

/** Who has to act on a failure. */
export const CLASS_LABELS: Record<DeclineClass | "unknown", string> = {
  later: "Tried again by itself",
  customer: "The customer has to act",
  merchant: "You have to act",
  never: "Never charged again",
  unknown: "Other",
};

/** Discounts that have no code of the merchant's. */
export const CODE_LABELS: Record<string, string> = {
  [REFERRAL_CODES]: "Codes of the referral programme",
  [NO_CODE]: "Discounts without a code",
};

/** A product or variant that the shop does not have, or no longer has. */
export const NOT_IN_CATALOGUE = "Not in the catalogue";
export const WITHOUT_PLAN = "Without a plan";

export const PART_LABELS: Record<OrderPart, string> = {
  product: "Product",
  variant: "Variant",
  plan: "Plan",
  country: "Country",
  bundle: "Bundle",
  code: "Discount",
  failure: "First failure",
  declineClass: "Who has to act",
};

/** A part as text. @param title of the product or variant, if the shop has it */
export function toPartLabel({ by, value }: PartOfOrders, title: string | null): string {
  if (by === "product" || by === "variant") return title ?? (value || NOT_IN_CATALOGUE);
  if (by === "plan") return value || WITHOUT_PLAN;
  if (by === "country") return toDestination(value || null);
  if (by === "code") return CODE_LABELS[value] ?? value;
  if (by === "failure") return toFailureLabel(value || null);
  if (by === "declineClass") return CLASS_LABELS[value as DeclineClass] ?? CLASS_LABELS.unknown;
  return value;
}
