import { type PriceChange, parsePriceChange } from "~/features/bulk-automations/price-change";
import type { RequestedStatus } from "~/features/contracts/contract-status";
import type { FieldError } from "~/http/problem";

/** What staff may choose to do to many contracts, by the names of the list's buttons and the form's choices. */
export const BULK_CHANGES = ["DELIVERY_PRICE", "PAUSE", "RESUME", "CANCEL"] as const;
export type BulkChange = (typeof BULK_CHANGES)[number];

const STATUS_OF: Record<Exclude<BulkChange, "DELIVERY_PRICE">, RequestedStatus> = {
  PAUSE: "PAUSED",
  RESUME: "ACTIVE",
  CANCEL: "CANCELLED",
};

export type ChangeForm = { change: BulkChange; price: PriceChange; amount?: string };

/** The kind and parameters of a task that does it; what is wrong with them goes to `errors`. */
export function toKind(
  { change, price, amount }: ChangeForm,
  currencyCode: string,
  errors: FieldError[],
): { kind: "DELIVERY_PRICE" | "CONTRACT_STATUS"; parameters: Record<string, unknown> } {
  if (change !== "DELIVERY_PRICE")
    return { kind: "CONTRACT_STATUS", parameters: { status: STATUS_OF[change] } };
  const parsed = parsePriceChange(price, amount, currencyCode);
  if (parsed.error) errors.push({ pointer: "/amount", ...parsed.error });
  return { kind: "DELIVERY_PRICE", parameters: parsed.value ?? {} };
}
