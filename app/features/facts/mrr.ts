import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import type { Interval } from "~db/schema/intervals";

/** What recurring revenue is computed from. A row of contracts fits. */
export type RevenueFields = {
  status: (typeof CONTRACT_STATUSES)[number];
  /** Lines of one order after discounts, without delivery; decimal string. */
  contractAmount: string;
  billingInterval: Interval;
  billingIntervalCount: number;
};

/**
 * Orders a month, as a fraction: a year has 12 months and, at the mean, 365.25 days, so a day is 487/16 of them a month
 * and a week 487/112. Prepaid contracts are billed once for several deliveries: by the billing interval their amount is
 * spread over these.
 */
const PER_MONTH: Record<Interval, { times: bigint; by: bigint }> = {
  DAY: { times: 487n, by: 16n },
  WEEK: { times: 487n, by: 112n },
  MONTH: { times: 1n, by: 1n },
  YEAR: { times: 1n, by: 12n },
};

/** Decimals of stored money: rounded once here, so that sums of days add up exactly. */
const DECIMALS = 4;

/**
 * Monthly recurring revenue of a contract, in its currency, with four decimals: nothing unless it is ACTIVE. Exact but
 * for the last decimal, which is rounded half up. Definition: docs/insights.md "MRR".
 */
export function toMrr({
  status,
  contractAmount,
  billingInterval,
  billingIntervalCount,
}: RevenueFields): string {
  if (status !== "ACTIVE") return "0.0000";
  const [whole = "0", fraction = ""] = contractAmount.split(".");
  const units = BigInt(whole + fraction.padEnd(DECIMALS, "0").slice(0, DECIMALS));
  const { times, by } = PER_MONTH[billingInterval];
  const divisor = by * BigInt(billingIntervalCount);
  const rounded = (2n * units * times + divisor) / (2n * divisor);
  const digits = rounded.toString().padStart(DECIMALS + 1, "0");
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
