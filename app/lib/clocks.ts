/**
 * Instants of the two clocks, distinguished by the compiler: a shop with a test clock has a present of its own, for
 * orders, dates, mails and rewards; sessions, links, limits, leases and jobs go by the real one (wire.md §5). The mark
 * exists only for the compiler. A plain `Date`, such as a date of a contract, passes as either.
 */
export type RealTime = Date & { readonly clock?: "real" };
export type ShopTime = Date & { readonly clock?: "shop" };

/** The present of work that concerns both. */
export type BothClocks = { shopNow: ShopTime; realNow: RealTime };
