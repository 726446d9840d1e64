/**
 * Instants of the two clocks, distinguished by the compiler: a shop with a test clock has a present of its own, for
 * orders, dates, mails and rewards; sessions, links, limits, leases and jobs go by the real one (wire.md §5). The mark
 * exists only for the compiler. A plain `Date`, such as a date of a contract, passes as either.
 */
export type RealTime = Date & { readonly clock?: "real" };
export type ShopTime = Date & { readonly clock?: "shop" };

declare const ofShop: unique symbol;
/** An instant that is said to be of the shop's clock, as the dates of its mails have to be: no plain `Date` passes. */
export type ShopInstant = ShopTime & { readonly [ofShop]: true };

/** Says so of an instant. @param instant of the shop's clock; what is marked as real is refused by the compiler */
export const onShopClock = (instant: ShopTime): ShopInstant => instant as ShopInstant;

/** The present of work that concerns both. */
export type BothClocks = { shopNow: ShopTime; realNow: RealTime };
