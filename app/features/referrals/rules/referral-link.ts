import { toStorefrontUrl } from "~/access/shop-origin";

/** A customer's link. Built from the shop's row (wire.md §1 "Client address and proxies"). */
export const toReferralLink = (shop: Parameters<typeof toStorefrontUrl>[0], token: string): string =>
  toStorefrontUrl(shop, `friends/${token}`);
