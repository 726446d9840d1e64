import {
  compareMoney,
  currencyDecimals,
  multiplyMoney,
  percentageOf,
  roundedShare,
  roundMoney,
  subtractMoney,
} from "~/lib/money";
import type { Interval } from "~db/schema/intervals";
import type { Cadence } from "./billing-interval";
import type { ContractState } from "./contract-change";

/**
 * What a selling plan takes off, in percent: for the first `discountCycles` orders of a contract (null = all), and
 * after them.
 */
export type PlanTerms = {
  id: number;
  name: string;
  discountPercentage: string | null;
  discountCycles: number | null;
  laterDiscountPercentage: string | null;
};

/** Unit prices of a line: for the next order, before the plan's reduction, and after the plan's reduction changes. */
export type LinePrice = Pick<
  ContractState["lines"][number],
  "currentPrice" | "basePrice" | "laterPrice" | "laterAfterCycle"
>;

/** Whether two lines have the same unit prices, now and later; "10.00" and "10.0000" are equal. */
export const hasSamePrice = (one: LinePrice, other: LinePrice): boolean =>
  one.laterAfterCycle === other.laterAfterCycle &&
  (["currentPrice", "basePrice", "laterPrice"] as const).every(
    (name) =>
      one[name] === other[name] ||
      (one[name] !== null && other[name] !== null && compareMoney(one[name], other[name]) === 0),
  );

/** A price that somebody agreed on; no plan changes it. */
export const toAgreedPrice = (currentPrice: string): LinePrice => ({
  currentPrice,
  basePrice: null,
  laterPrice: null,
  laterAfterCycle: null,
});

/**
 * Unit price under a plan, rounded to the currency's smallest unit (wire.md §4): the price without one less the plan's
 * reduction for the contract's next order.
 *
 * @param base what a unit costs without a plan, in one order: for prepaid contracts with all its deliveries
 * @param paidOrders of the contract; decides which of the plan's reductions applies to the next order
 */
export function toPlanPrice(
  base: string,
  plan: PlanTerms | null,
  { currencyCode, paidOrders }: { currencyCode: string; paidOrders: number },
): LinePrice {
  const less = (percent: string | null) =>
    subtractMoney(base, roundMoney(percentageOf(base, percent ?? "0"), currencyCode));
  const cycles = plan?.discountCycles ?? null;
  const first = less(plan?.discountPercentage ?? null);
  const later = cycles === null ? first : less(plan?.laterDiscountPercentage ?? null);
  const isFirst = cycles === null || paidOrders < cycles;
  const changes = isFirst && compareMoney(first, later) !== 0;
  const currentPrice = isFirst ? first : later;
  const isReduced = compareMoney(currentPrice, base) < 0 || (changes && compareMoney(later, base) < 0);
  return {
    currentPrice,
    basePrice: isReduced ? base : null,
    laterPrice: changes ? later : null,
    laterAfterCycle: changes ? cycles : null,
  };
}

/** A line's prices after one more paid order: the plan's later price, if it begins now. */
export function afterPaidOrder<T extends LinePrice>(line: T, paidOrders: number): T {
  if (line.laterPrice === null || line.laterAfterCycle === null || paidOrders < line.laterAfterCycle)
    return line;
  return { ...line, currentPrice: line.laterPrice, laterPrice: null, laterAfterCycle: null };
}

/** Decimals that prices are stored with. */
const STORED_DECIMALS = 4;

/** @returns whether the amount has no digits beyond the currency's smallest unit */
export const fitsCurrency = (amount: string, currencyCode: string): boolean =>
  (amount.split(".")[1] ?? "").replace(/0+$/, "").length <= currencyDecimals(currencyCode);

/**
 * The unit price of a line with this total.
 *
 * @returns null when no unit price with four decimals gives that total
 */
export function toUnitPrice(lineTotal: string, quantity: number, currencyCode: string): string | null {
  const [whole = "0", fraction = ""] = lineTotal.split(".");
  const scaled = BigInt(whole + fraction.padEnd(STORED_DECIMALS, "0").slice(0, STORED_DECIMALS));
  const units = (2n * scaled + BigInt(quantity)) / (2n * BigInt(quantity));
  const digits = units.toString().padStart(STORED_DECIMALS + 1, "0");
  const price = `${digits.slice(0, -STORED_DECIMALS)}.${digits.slice(-STORED_DECIMALS)}`;
  const total = roundMoney(multiplyMoney(price, quantity), currencyCode);
  return compareMoney(total, lineTotal) === 0 ? price : null;
}

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
