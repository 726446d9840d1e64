/**
 * Maximum number of declined tries of one payment method, over all contracts, within so many days (docs/design.md
 * "Money").
 */
export const MOST_DECLINES = 10;
export const DECLINES_COUNT_FOR_DAYS = 30;
