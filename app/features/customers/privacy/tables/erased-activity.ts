import { toReasonName } from "~/features/facts/contract-facts";
import { NO_REASON } from "~db/schema/fact-enums";

/**
 * Texts that stay in the history of an erased customer's contracts: names of what was changed, not what they wrote. Any
 * other text is erased, so a new field of the history is erased until it is listed here.
 */
const KEPT_TEXTS = new Set([
  ...["status", "planType", "lastPaymentStatus", "deliveryMethodType", "currencyCode", "frequency", "undone"],
  ...["billingInterval", "deliveryInterval", "contractAmount", "orderAmount", "deliveryPrice"],
  ...[
    "createdAt",
    "updatedAt",
    "startsAt",
    "endsAt",
    "activatedOn",
    "pausedOn",
    "cancelledOn",
    "nextBillingDate",
  ],
  ...["scheduleAnchor", "trialEndDate", "billingDateAfterTrial", "date", "paymentMethodId", "newContract"],
  ...["originOrderName", "importedId", "id", "title", "variantTitle", "sku", "sellingPlanName", "product"],
  ...["currentPrice", "basePrice", "price", "amount", "value", "valueType", "code", "discountCode", "name"],
  ...["offer", "mrr", "mail", "writtenBy", "upcomingSwapRule", "interval", "appliedAt", "action"],
]);
/** Objects of which only their presence is kept: what the customer wrote, or where they live. */
const DROPPED = new Set([
  "deliveryAddress",
  "deliveryInstructions",
  "orderNote",
  "orderNoteAttributes",
  "customAttributes",
  "note",
  "email",
]);

type Known = { knownAs: { reasons: readonly string[] } };

/**
 * An entry of the history without anything that identifies the customer.
 *
 * @param row `action`, `before` and `after` of the entry
 * @returns the same columns; amounts, dates and states are unchanged
 */
export function toErasedActivity(
  { action, before, after }: Record<string, unknown>,
  person: Known,
): Record<string, unknown> {
  // In other entries `reason` is a text of staff or of a mail server.
  const withReason =
    action === "contract.kept" ? ["cancellationFeedback", "reason"] : ["cancellationFeedback"];
  const toKept = createFilter(person, new Set(withReason));
  return { action, before: toKept(before), after: toKept(after) };
}

function createFilter(person: Known, reasons: ReadonlySet<string>) {
  const toKept = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toKept).filter((item) => item !== null);
    if (typeof value === "string") return null;
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).flatMap(([name, inner]) => {
      if (DROPPED.has(name)) return [];
      if (reasons.has(name)) return [[name, toReason(inner, person)]];
      if (typeof inner === "string") return KEPT_TEXTS.has(name) ? [[name, inner]] : [];
      return [[name, toKept(inner)]];
    });
    return Object.fromEntries(kept);
  };
  return toKept;
}

/** The reason without its note; `NO_REASON` if it was in the customer's own words. */
function toReason(feedback: unknown, { knownAs }: Known): string | null {
  if (typeof feedback !== "string") return null;
  const reason = toReasonName(feedback);
  return knownAs.reasons.includes(reason) ? NO_REASON : reason;
}
