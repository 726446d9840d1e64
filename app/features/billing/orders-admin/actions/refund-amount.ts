import { compareMoney, currencyDecimals, roundMoney } from "~/lib/money";

/**
 * A typed amount to refund: valid in the currency, above zero, at most what is left.
 *
 * @param left decimal string
 */
export function toRefundAmount(
  typed: string,
  left: string,
  currencyCode: string,
): { amount: string } | { problem: string } {
  const amount = typed.trim().replace(",", ".");
  if (!/^\d{1,10}(\.\d{1,4})?$/.test(amount)) return { problem: "Use a number such as 12.50." };
  if (compareMoney(amount, "0") <= 0) return { problem: "Use an amount above zero." };
  if (compareMoney(roundMoney(amount, currencyCode), amount) !== 0)
    return { problem: `Use at most ${currencyDecimals(currencyCode)} decimals.` };
  if (compareMoney(amount, left) > 0) return { problem: `At most ${left} can be refunded.` };
  return { amount: roundMoney(amount, currencyCode) };
}
