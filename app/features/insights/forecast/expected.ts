import { type ForecastRates, Z } from "./rates";

/**
 * Orders that may be paid, of one day and one currency.
 *
 * @field amount their sum @field squares the sum of the squares of their amounts
 */
export type MaybePaid = { orders: number; amount: number; squares: number };

/** @field low,high its range with 95 % probability */
export type Expected = { value: number; low: number; high: number };

/** Sums by currency: each has rates of its own. */
export type ByCurrency = ReadonlyMap<string, MaybePaid>;

type Part = { most: number; squares: number; rates: ForecastRates };

/**
 * The expected part of orders that may fail or be skipped (docs/insights.md "Forecast"): each is paid with probability
 * p = (1 − failed)(1 − skipped). The range adds the uncertainty of the rates, which is the same for all orders, and
 * chance, which evens out over single orders; it never exceeds what is planned.
 */
export function expect(parts: readonly Part[]): Expected {
  let value = 0;
  let most = 0;
  let below = 0;
  let above = 0;
  let variance = 0;
  for (const { most: all, squares, rates } of parts) {
    const { failed, skipped } = rates;
    const paid = (1 - failed.value) * (1 - skipped.value);
    const least = (1 - failed.high) * (1 - skipped.high);
    const best = (1 - failed.low) * (1 - skipped.low);
    value += all * paid;
    most += all;
    below += all * (paid - least);
    above += all * (best - paid);
    variance += squares * paid * (1 - paid);
  }
  const luck = Z * Z * variance;
  return {
    value,
    low: Math.max(0, value - Math.sqrt(below ** 2 + luck)),
    high: Math.min(most, value + Math.sqrt(above ** 2 + luck)),
  };
}

/** How many orders of all currencies will be paid. */
export const expectOrders = (
  orders: ByCurrency,
  ratesOf: (currencyCode: string) => ForecastRates,
): Expected =>
  expect([...orders].map(([code, { orders: most }]) => ({ most, squares: most, rates: ratesOf(code) })));

/** What the orders of one currency will bring. */
export function expectAmount(
  orders: ByCurrency,
  currencyCode: string,
  ratesOf: (currencyCode: string) => ForecastRates,
): Expected {
  const own = orders.get(currencyCode);
  if (!own) return { value: 0, low: 0, high: 0 };
  return expect([{ most: own.amount, squares: own.squares, rates: ratesOf(currencyCode) }]);
}
