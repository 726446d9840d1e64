/**
 * Instants of the two clocks, distinguished by the compiler: a shop with a test clock has a present of its own, for
 * orders, dates, mails and rewards; sessions, links, limits, leases and jobs go by the real one (wire.md §5). The mark
 * exists only for the compiler. A plain `Date`, such as a date of a contract, passes as either.
 */
export type RealTime = Date & { readonly clock?: "real" };
export type ShopTime = Date & { readonly clock?: "shop" };

declare const ofShop: unique symbol;
/** An instant marked as read from the shop's clock, as the dates of its mails must be. A plain `Date` is not assignable. */
export type ShopInstant = ShopTime & { readonly [ofShop]: true };

/** Marks an instant so. @param instant of the shop's clock; the compiler refuses one that is marked as real */
export const onShopClock = (instant: ShopTime): ShopInstant => instant as ShopInstant;

/** The present of work that concerns both. */
export type BothClocks = { shopNow: ShopTime; realNow: RealTime };
