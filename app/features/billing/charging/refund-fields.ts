import { z } from "zod";
import { MAX_LINE_OF_TEXT } from "~/lib/limits";
import { compareMoney, currencyDecimals, roundMoney } from "~/lib/money";
import type { FieldError } from "~/lib/problem";

/** What JSON callers and staff send to refund an order. */
export const refundAmount = z
  .string({ error: ({ input }) => (input === undefined ? "Enter an amount." : undefined) })
  .trim()
  .regex(/^\d{1,10}(\.\d{1,4})?$/, "Use a number such as 12.50.");
export const refundReason = z
  .string()
  .trim()
  .max(MAX_LINE_OF_TEXT, `At most ${MAX_LINE_OF_TEXT} characters.`);

/** Why an amount cannot be refunded. @param left decimal string: how much can be */
export function findWrongAmount(amount: string, left: string, currencyCode: string): FieldError | null {
  const refuse = (detail: string) => ({ parameter: "amount", code: "out_of_range", detail });
  if (compareMoney(amount, "0") <= 0) return refuse("Use an amount above zero.");
  if (compareMoney(roundMoney(amount, currencyCode), amount) !== 0)
    return refuse(`Use at most ${currencyDecimals(currencyCode)} decimals.`);
  if (compareMoney(amount, left) > 0) return refuse(`At most ${left} ${currencyCode} can be refunded.`);
  return null;
}

/** A typed amount, which may have a comma; checked before the dialog that names it asks for confirmation. */
export function readTypedAmount(
  typed: string,
  left: string,
  currencyCode: string,
): { amount: string } | { problem: string } {
  const read = refundAmount.safeParse(typed.replace(",", "."));
  if (!read.success) return { problem: read.error.issues.map(({ message }) => message).join(" ") };
  const wrong = findWrongAmount(read.data, left, currencyCode);
  return wrong ? { problem: wrong.detail } : { amount: roundMoney(read.data, currencyCode) };
}
