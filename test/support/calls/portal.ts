import type { PrincipalShop } from "~/access/principal";
import { signProxyParameters } from "~/access/proxy-signature";
import { mintPortalToken } from "~/features/portal-links/portal-links.service.server";
import { db } from "~db/client.server";
import { APP_SECRET } from "./app-secret";

/** A portal token of the customer, valid by the real clock, which requests use, or at `now`. */
export async function customerToken(
  { shop }: { shop: PrincipalShop },
  customerId: number,
  now = new Date(),
): Promise<string> {
  const issuedBy = { type: "system", name: "test" } as const;
  return (await mintPortalToken(db, shop, customerId, { issuedBy, now })).token;
}

/** Headers of a portal call by the customer: `askJson(endpoint, path, { headers: await asCustomer(shop, customerId) })`. */
export async function asCustomer(
  shop: { shop: PrincipalShop },
  customerId: number,
): Promise<{ Authorization: string }> {
  return { Authorization: `Bearer ${await customerToken(shop, customerId)}` };
}

/** A query as the platform's app proxy forwards it: with its own parameters and the signature over everything. */
export function signedQuery(
  { shop }: { shop: PrincipalShop },
  customerId: number | null,
  { parameters = {}, now = new Date() }: { parameters?: Record<string, string>; now?: Date } = {},
): string {
  const signed = new URLSearchParams({
    ...parameters,
    shop: shop.storeDomain,
    path_prefix: "/apps/memberships",
    timestamp: String(Math.floor(now.getTime() / 1000)),
    logged_in_customer_id: customerId === null ? "" : String(customerId),
  });
  signed.set("signature", signProxyParameters(signed, APP_SECRET));
  return `?${signed}`;
}
