import type { END_ACTIONS } from "~db/schema/charge-enums";

export type EndAction = (typeof END_ACTIONS)[number];

/**
 * Days after the first failure on which an order is tried again, and what happens when the last of these has failed.
 */
type RetryPlan = { days: readonly number[]; endAction: EndAction };

export type BillingSettings = {
  /** Full hour of the shop's day. */
  billingHour: number;
  retries: RetryPlan;
  stockRetries: RetryPlan;
};

/** Source: wire.md §5 "Dunning defaults". */
export const DEFAULT_BILLING_SETTINGS: BillingSettings = {
  billingHour: 9,
  retries: { days: [1, 3, 5, 7, 10, 14], endAction: "pause" },
  stockRetries: { days: [1, 2, 3, 4, 5], endAction: "skip" },
};

export const END_ACTION_LABELS: Record<EndAction, string> = {
  pause: "Pause the contract",
  skip: "Skip the order",
  cancel: "Cancel the contract",
  fail: "Mark the contract as failed",
};
