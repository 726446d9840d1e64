/** At most so many declined tries of one payment method, over all contracts, in so many days (platform-and-billing §7). */
export const MOST_DECLINES = 10;
export const DECLINES_COUNT_FOR_DAYS = 30;
