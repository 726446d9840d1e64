import { toShopOrigin } from "~/access/shop-origin";

type LinkedShop = { storeDomain: string; publicDomain: string | null; portalPath: string };

/**
 * A customer's link: a page on the shop's own storefront beside the portal, so that the platform's proxy forwards it to
 * us. Built from the shop's row (wire.md §1 "Client address and proxies").
 */
export const toReferralLink = (shop: LinkedShop, token: string): string =>
  `${toShopOrigin(shop)}/apps/${/^apps\/subscriptions\//.test(shop.portalPath) ? "subscriptions" : "memberships"}/friends/${token}`;
