/** Units of a billing or delivery policy (spec, operation 1 `billingPolicyInterval`). */
export const INTERVALS = ["DAY", "WEEK", "MONTH", "YEAR"] as const;
export type Interval = (typeof INTERVALS)[number];
