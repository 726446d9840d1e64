/** Lists of the admin whose filters and sort can be saved as a view. A new one needs a migration of the check. */
export const SAVED_VIEW_LISTS = ["contracts", "orders", "customers", "referrals"] as const;
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];
