/** Outcomes of the orders of some days. @field skipped by a person, not because a payment was given up */
export type Outcomes = { paid: number; lost: number; skipped: number };
/** A share, and its range with 95 % probability. */
export type Rate = { value: number; low: number; high: number; of: number };
export type ForecastRates = { failed: Rate; skipped: Rate };

/** Of the normal distribution, for 95 %. */
export const Z = 1.96;

/** With fewer orders in a currency, the rates of all currencies are more reliable. */
const LEAST_ORDERS = 30;

/**
 * A share with Wilson's interval, which is also valid for few orders and for none: without orders it is 0 to 1.
 * docs/insights.md "Forecast".
 */
export function toRate(some: number, all: number): Rate {
  if (all === 0) return { value: 0, low: 0, high: 1, of: 0 };
  const share = some / all;
  const square = (Z * Z) / all;
  const middle = share + square / 2;
  const reach = Z * Math.sqrt((share * (1 - share)) / all + square / (4 * all));
  const low = Math.max(0, (middle - reach) / (1 + square));
  const high = Math.min(1, (middle + reach) / (1 + square));
  // For none or all of them, rounding would put the share outside.
  return { value: share, low: Math.min(low, share), high: Math.max(high, share), of: all };
}

export const toRates = ({ paid, lost, skipped }: Outcomes): ForecastRates => ({
  failed: toRate(lost, paid + lost),
  skipped: toRate(skipped, paid + lost + skipped),
});

const add = (a: Outcomes, b: Outcomes): Outcomes => ({
  paid: a.paid + b.paid,
  lost: a.lost + b.lost,
  skipped: a.skipped + b.skipped,
});

/** The rates for a currency: its own if it has enough orders, else those of all. */
export function chooseRates(
  outcomes: ReadonlyMap<string, Outcomes>,
): (currencyCode: string | null) => ForecastRates {
  const none: Outcomes = { paid: 0, lost: 0, skipped: 0 };
  const ofAll = toRates([...outcomes.values()].reduce(add, none));
  return (currencyCode) => {
    const own = currencyCode === null ? undefined : outcomes.get(currencyCode);
    return own && own.paid + own.lost >= LEAST_ORDERS ? toRates(own) : ofAll;
  };
}
