/** "lastPaymentStatus" → "Last payment status", "CUSTOMER_PAYMENT_EMPTY" → "Customer payment empty". */
export function toText(name: string): string {
  const text = /[a-z]/.test(name)
    ? name
        .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
        .replaceAll(/[_.]/g, " ")
        .toLowerCase()
    : name.replaceAll("_", " ").toLowerCase();
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\bapi\b/i, "API");
}

/** What the pages call a part of a contract, where it differs from the names of actions. */
const PAGE_NAMES: Record<string, string> = { line: "product", lines: "products", interval: "frequency" };

/**
 * "contract.address_changed" → "Address changed"; a short one keeps its object: "Contract imported". Actions that the
 * pages call by another name have a text of their own: "contract.line_swapped" → "Product swapped".
 */
export const toActionText = (action: string): string =>
  toText(
    /^contract\.\w+_/.test(action)
      ? action
          .slice("contract.".length)
          .replace(/^(lines?|interval)(?=_)/, (name) => PAGE_NAMES[name] ?? name)
      : action.replace(/^bulk_automation\./, "bulk_change."),
  );

/** PREPAID = billed less often than delivered (wire.md §2 "1 list"). */
export const PLAN_TYPE_LABELS = { PAY_AS_YOU_GO: "Pay as you go", PREPAID: "Prepaid" } as const;
