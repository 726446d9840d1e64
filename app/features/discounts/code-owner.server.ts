import type { DiscountCode } from "~/features/discounts/discount-code";
import { toEmailKey } from "~/lib/email-address.server";

/**
 * Whether a code made for one person is this person's: a customer of the shop by their id, somebody who may not be one
 * yet by their e-mail, which compares without case and `+tag` (wire.md §2 "13").
 */
export const isCodeOf = (
  code: Pick<DiscountCode, "restrictedEmail" | "restrictedCustomerId">,
  customer: { id: number; email: string | null },
): boolean =>
  (code.restrictedCustomerId === null || code.restrictedCustomerId === customer.id) &&
  (code.restrictedEmail === null || toEmailKey(code.restrictedEmail) === toEmailKey(customer.email ?? ""));
