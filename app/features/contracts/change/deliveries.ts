import type { Cadence } from "~/features/contracts/change/billing-interval";
import type { LinePrice } from "~/features/contracts/change/line-price";
import { multiplyMoney, roundedShare } from "~/lib/money";
import type { Interval } from "~db/schema/intervals";

/** How often a contract is billed and delivered. A row of contracts fits. */
export type Frequencies = {
  billingInterval: Interval;
  billingIntervalCount: number;
  deliveryInterval: Interval;
  deliveryIntervalCount: number;
};

/** Length in days; months and years on average. */
const DAYS: Record<Interval, number> = { DAY: 1, WEEK: 7, MONTH: 30.4375, YEAR: 365.25 };

/** How many deliveries one order pays for: 1, or more if the contract is prepaid. SQL: `toDeliveryCount`. */
export function countDeliveries(billing: Cadence, delivery: Cadence): number {
  if (billing.interval === delivery.interval && billing.intervalCount === delivery.intervalCount) return 1;
  const billed = DAYS[billing.interval] * billing.intervalCount;
  return Math.max(1, Math.round(billed / (DAYS[delivery.interval] * delivery.intervalCount)));
}

/** The same for a contract. */
export const countDeliveriesOf = (contract: Frequencies): number =>
  countDeliveries(
    { interval: contract.billingInterval, intervalCount: contract.billingIntervalCount },
    { interval: contract.deliveryInterval, intervalCount: contract.deliveryIntervalCount },
  );

/**
 * Unit price in one order of what costs `price` in one delivery (docs/decisions/116).
 *
 * @param deliveries of one order
 */
export const toOrderPrice = (price: string, deliveries: number): string => multiplyMoney(price, deliveries);

/**
 * A line's prices when its orders pay for another number of deliveries: each delivery costs what it did, rounded to the
 * currency's smallest unit.
 */
export function atDeliveries<T extends LinePrice>(
  line: T,
  { from, to }: { from: number; to: number },
  currencyCode: string,
): T {
  if (from === to) return line;
  const scale = (price: string) => roundedShare(price, to, from, currencyCode);
  return {
    ...line,
    currentPrice: scale(line.currentPrice),
    basePrice: line.basePrice && scale(line.basePrice),
    laterPrice: line.laterPrice && scale(line.laterPrice),
  };
}
