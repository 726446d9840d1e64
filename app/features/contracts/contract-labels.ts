/** "lastPaymentStatus" → "Last payment status", "CUSTOMER_PAYMENT_EMPTY" → "Customer payment empty". */
export function toText(name: string): string {
  const words = /[a-z]/.test(name)
    ? name
        .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
        .replaceAll(/[_.]/g, " ")
        .toLowerCase()
    : name.replaceAll("_", " ").toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bapi\b/i, "API");
}

/** PREPAID = billed less often than delivered (wire.md §2 "1 list"). */
export const PLAN_TYPE_LABELS = { PAY_AS_YOU_GO: "Pay as you go", PREPAID: "Prepaid" } as const;
