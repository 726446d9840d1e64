import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import type { Interval } from "~db/schema/intervals";

/** The fields that recurring revenue is computed from. A row of contracts fits. */
export type RevenueFields = {
  status: (typeof CONTRACT_STATUSES)[number];
  /** Lines of one order after discounts, without delivery; decimal string. */
  contractAmount: string;
  billingInterval: Interval;
  billingIntervalCount: number;
};

/**
 * Orders per month, as a fraction: a year has 12 months and, on average, 365.25 days, so days count 487/16 per month
 * and weeks 487/112. Prepaid contracts are billed once for several deliveries: with the billing interval, their amount
 * is spread over these.
 */
const PER_MONTH: Record<Interval, { times: number; by: number }> = {
  DAY: { times: 487, by: 16 },
  WEEK: { times: 487, by: 112 },
  MONTH: { times: 1, by: 1 },
  YEAR: { times: 1, by: 12 },
};

/** Decimals of stored money: rounded once here, so that sums of days add up exactly. */
const DECIMALS = 4;

/**
 * Monthly recurring revenue of a contract, in its currency, with four decimals: zero unless it is ACTIVE. Exact except
 * for the last decimal, which is rounded half up. Definition: docs/insights.md "MRR".
 */
export function toMrr({
  status,
  contractAmount,
  billingInterval,
  billingIntervalCount,
}: RevenueFields): string {
  if (status !== "ACTIVE") return "0.0000";
  const point = contractAmount.indexOf(".");
  const units = `${point < 0 ? contractAmount : contractAmount.slice(0, point)}${
    point < 0
      ? "0000"
      : contractAmount
          .slice(point + 1)
          .padEnd(DECIMALS, "0")
          .slice(0, DECIMALS)
  }`;
  const { times, by } = PER_MONTH[billingInterval];
  return toDecimal(divideRounded(units, times, by * billingIntervalCount));
}

/**
 * units × times ÷ divisor, rounded half up. In plain numbers while they are exact: a recount does millions of these.
 */
function divideRounded(units: string, times: number, divisor: number): string {
  const dividend = 2 * Number(units) * times + divisor;
  if (dividend <= Number.MAX_SAFE_INTEGER) return String(Math.floor(dividend / (2 * divisor)));
  return String((2n * BigInt(units) * BigInt(times) + BigInt(divisor)) / BigInt(2 * divisor));
}

function toDecimal(units: string): string {
  const digits = units.padStart(DECIMALS + 1, "0");
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
