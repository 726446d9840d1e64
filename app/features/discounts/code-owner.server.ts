import { toEmailKey } from "~/lib/email/email-address.server";
import type { DiscountCode } from "./discount-code";

/**
 * Whether a personal code belongs to this person: a customer of the shop by id, or by e-mail somebody who may not be a
 * customer yet. E-mails are compared without case and `+tag` (wire.md §2 "13").
 */
export const isCodeOf = (
  code: Pick<DiscountCode, "restrictedEmail" | "restrictedCustomerId">,
  customer: { id: number; email: string | null },
): boolean =>
  (code.restrictedCustomerId === null || code.restrictedCustomerId === customer.id) &&
  (code.restrictedEmail === null || toEmailKey(code.restrictedEmail) === toEmailKey(customer.email ?? ""));
