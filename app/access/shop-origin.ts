import { isLoopbackDomain } from "./loopback-domain";

type Domains = { storeDomain: string; publicDomain: string | null };
type LinkedShop = Domains & { portalPath: string };

const toOrigin = (domain: string): string => `${isLoopbackDomain(domain) ? "http" : "https"}://${domain}`;

/**
 * Origin of the shop's links: its public domain when it has one, otherwise its store domain; https except for a
 * loopback domain in development. Source: spec operation 2 rule 4, wire.md §1 "Client address and proxies".
 */
export const toShopOrigin = ({ publicDomain, storeDomain }: Domains): string =>
  toOrigin(publicDomain ?? storeDomain);

/** Every origin that the shop's storefront pages may have. */
export const listShopOrigins = ({ publicDomain, storeDomain }: Domains): string[] =>
  [storeDomain, publicDomain].filter((domain) => domain !== null).map(toOrigin);

/**
 * An address of the shop's portal. On a loopback host nothing else identifies the shop, so the query names it (wire.md
 * §1 "Which shop").
 */
export function toPortalUrl(shop: LinkedShop, parameters: Record<string, string>): string {
  const isUnnamed = isLoopbackDomain(shop.publicDomain ?? shop.storeDomain);
  const query = new URLSearchParams({ ...parameters, ...(isUnnamed && { shop: shop.storeDomain }) });
  return `${toShopOrigin(shop)}/${shop.portalPath}?${query}`;
}

/**
 * A page of ours on the shop's storefront beside the portal, under the portal's prefix: the platform's proxy forwards
 * that one to us (wire.md §1 "Portal prefixes"). A portal on a path of the shop's own says nothing about the prefix.
 */
export function toStorefrontUrl(shop: LinkedShop, page: string): string {
  const prefix = shop.portalPath.startsWith("apps/subscriptions/") ? "subscriptions" : "memberships";
  return `${toShopOrigin(shop)}/apps/${prefix}/${page}`;
}
