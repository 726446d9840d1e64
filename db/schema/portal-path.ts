/** Where a shop's portal is until the shop puts it elsewhere. Separate from the table: forms need the value only. */
export const DEFAULT_PORTAL_PATH = "apps/memberships/cp";
