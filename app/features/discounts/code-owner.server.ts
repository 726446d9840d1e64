import type { DiscountCode } from "~/features/discounts/discount-code";
import { toEmailKey } from "~/lib/email-address.server";

/** Whether a code made for one person is this person's: e-mails compare without case and `+tag` (wire.md §2 "13"). */
export const isForEmail = (code: Pick<DiscountCode, "restrictedEmail">, email: string | null): boolean =>
  code.restrictedEmail === null || toEmailKey(code.restrictedEmail) === toEmailKey(email ?? "");
