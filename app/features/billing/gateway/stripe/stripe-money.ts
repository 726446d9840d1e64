import { currencyDecimals, fromMinorUnits, toMinorUnits } from "~/lib/money";

/**
 * Currencies whose smallest unit at Stripe is not a hundredth. Source: docs.stripe.com/currencies (zero-decimal,
 * three-decimal).
 */
const DECIMALS: Record<string, number> = Object.fromEntries([
  ..."BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0]),
  ..."BHD JOD KWD OMR TND".split(" ").map((code) => [code, 3]),
]);

const factorOf = (currencyCode: string): { times: bigint; by: bigint } => {
  const more = (DECIMALS[currencyCode] ?? 2) - currencyDecimals(currencyCode);
  return { times: 10n ** BigInt(Math.max(0, more)), by: 10n ** BigInt(Math.max(0, -more)) };
};

/** Our decimal string in Stripe's smallest unit; null when Stripe has no unit that small (a single fils of a dinar). */
export function toStripeAmount(amount: string, currencyCode: string): number | null {
  const { times, by } = factorOf(currencyCode);
  const units = toMinorUnits(amount, currencyCode) * times;
  const isTooFine = units % by !== 0n || (DECIMALS[currencyCode] === 3 && units % 10n !== 0n);
  return isTooFine ? null : Number(units / by);
}

/** Stripe's amount as our decimal string. */
export function fromStripeAmount(units: number, currencyCode: string): string {
  const { times, by } = factorOf(currencyCode);
  return fromMinorUnits((BigInt(units) * by) / times, currencyCode);
}
