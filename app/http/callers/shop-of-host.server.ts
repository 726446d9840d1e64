import { requireOpen } from "~/access/closed/open-shop";
import type { PrincipalShop } from "~/access/principal";
import { findShopByHost, findShopByStoreDomain } from "~/access/shops.repo.server";
import { requireStorableUrl } from "~/http/request/field-errors";
import { isLoopbackHost, publicOrigin, type RequestContext } from "~/http/request/request-context.server";
import { env } from "~/lib/env.server";
import { notFound } from "~/lib/problem";
import { createShortCache } from "~/lib/short-cache";

/** Without the port, like the hosts of shops: a client may put any port into Host. */
const ownHostname = env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname;

/** Misses are cached, too: the service's own host is looked up with every merchant call. */
const byHost = createShortCache<{ shop: PrincipalShop | null }>();
const byStoreDomain = createShortCache<PrincipalShop>();

/**
 * The shop of the request's host; null when there is none, as for a loopback host. Source: wire.md §1 "Which shop".
 * @throws ProblemError shop_closed
 */
export async function findShopOfHost(request: Request, now: Date): Promise<PrincipalShop | null> {
  const { host, hostname } = new URL(publicOrigin(request));
  // The service's own host belongs to no shop, whatever a row says: that shop would get the links of all others.
  if (isLoopbackHost(host) || hostname === ownHostname) return null;
  const found = await byHost.get(hostname, now, async () => ({ shop: await findShopByHost(hostname) }));
  return found?.shop ? requireOpen(found.shop) : null;
}

/** The shop of this store domain, queried at most every two seconds. @throws ProblemError shop_closed */
export async function findShopByDomain(storeDomain: string, now: Date): Promise<PrincipalShop | null> {
  const shop = await byStoreDomain.get(storeDomain, now, () => findShopByStoreDomain(storeDomain));
  return shop && requireOpen(shop);
}

/**
 * The shop of a public page or its data: that of the host, else (the platform's proxy forwards a storefront to our own
 * host) `?shop=<store domain>`. The signature has been verified before. Source: wire.md §1 "Which shop".
 * @throws ProblemError not_found when neither identifies a shop; shop_closed
 */
export async function requireShopOfPublicRequest({
  request,
  url,
  now,
}: RequestContext): Promise<PrincipalShop> {
  const ofHost = await findShopOfHost(request, now);
  if (ofHost) return ofHost;
  requireStorableUrl(url);
  const storeDomain = url.searchParams.get("shop")?.trim().toLowerCase();
  const named = storeDomain ? await findShopByDomain(storeDomain, now) : null;
  if (!named) throw notFound();
  return named;
}
