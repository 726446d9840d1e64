import { isLoopbackDomain } from "~/features/shops/shops.schema";

type Domains = { storeDomain: string; publicDomain: string | null };

const toOrigin = (domain: string): string => `${isLoopbackDomain(domain) ? "http" : "https"}://${domain}`;

/** Every origin that pages of the shop's storefront may have. */
export const listShopOrigins = ({ publicDomain, storeDomain }: Domains): string[] =>
  [storeDomain, publicDomain].filter((domain) => domain !== null).map(toOrigin);
