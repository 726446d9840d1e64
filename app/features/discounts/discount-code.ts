import type { discountCodes } from "~db/schema/discount-codes";

export type DiscountCode = typeof discountCodes.$inferSelect;

/** Letters, digits, `_` and `-`; case does not count. Source: wire.md §2 "11 discount". */
export const DISCOUNT_CODE_FORM = /^[A-Za-z0-9_-]{1,255}$/;

/** What is covered, in forms: all products or some. */
export const COVERAGES = ["ALL", "PRODUCTS"] as const;

export type CodeState = "ACTIVE" | "SWITCHED_OFF" | "NOT_STARTED" | "ENDED" | "USED_UP";

/** Why a code cannot be applied at all, or that it can; also shown in the merchant's list. */
export function toCodeState(
  code: Pick<DiscountCode, "isActive" | "startsAt" | "endsAt" | "useLimit" | "uses">,
  now: Date,
): CodeState {
  if (!code.isActive) return "SWITCHED_OFF";
  if (code.endsAt !== null && code.endsAt <= now) return "ENDED";
  if (code.startsAt !== null && code.startsAt > now) return "NOT_STARTED";
  return code.useLimit !== null && code.uses >= code.useLimit ? "USED_UP" : "ACTIVE";
}

/** Lines of a contract that a code covers: null for all, or the ids of lines with one of its products. */
export const findCoveredLineIds = (
  code: Pick<DiscountCode, "productIds">,
  lines: readonly { id: string; productId: number | null }[],
): string[] | null =>
  code.productIds &&
  lines.flatMap(({ id, productId }) =>
    productId !== null && code.productIds?.includes(productId) ? [id] : [],
  );

/** "10.5000" → "10.5", "10.0000" → "10": without the zeros of the column's scale. */
export const toPlainDecimal = (value: string): string =>
  value.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
