import { findShopByHost, findShopByStoreDomain } from "~/features/shops/shops.repo.server";
import type { PrincipalShop } from "~/http/principal";
import { isLoopbackHost, publicOrigin } from "~/http/request-context.server";
import { createShortCache } from "~/http/short-cache";

/** Also that a host names none: the merchants' own host is asked for with every call. */
const byHost = createShortCache<{ shop: PrincipalShop | null }>();
const byStoreDomain = createShortCache<PrincipalShop>();

/** The shop that the request's host names; null when it names none, as a loopback host. Source: wire.md §1 "Which shop". */
export async function findShopOfHost(request: Request, now: Date): Promise<PrincipalShop | null> {
  const { host, hostname } = new URL(publicOrigin(request));
  if (isLoopbackHost(host)) return null;
  const found = await byHost.get(hostname, now, async () => ({ shop: await findShopByHost(hostname) }));
  return found?.shop ?? null;
}

/** The shop of this store domain, asked of the database at most every two seconds. */
export const findShopByDomain = (storeDomain: string, now: Date): Promise<PrincipalShop | null> =>
  byStoreDomain.get(storeDomain, now, () => findShopByStoreDomain(storeDomain));
