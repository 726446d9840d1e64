/** What became of the orders of some days. @field skipped by a person, not because a payment was given up */
export type Outcomes = { paid: number; lost: number; skipped: number };
/** A share, and between which the true one lies with 95 % likelihood. */
export type Rate = { value: number; low: number; high: number; of: number };
export type ForecastRates = { failed: Rate; skipped: Rate };

/** Of the normal distribution, for 95 %. */
export const Z = 1.96;

/** With fewer orders of a currency those of all currencies tell more. */
const LEAST_ORDERS = 30;

/**
 * The share of some among all with Wilson's interval, which also holds for few and for none: of no orders it is 0 to 1.
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
  // With none or all of them rounding would put the share outside.
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

/** The rates of orders of a currency: its own where it has enough orders, else those of all. */
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
