import { sealPortalToken } from "~/access/portal/portal-token.server";
import { insertPortalToken } from "~/access/portal/portal-tokens.repo.server";
import { signProxyParameters } from "~/access/portal/proxy-signature";
import type { PrincipalShop } from "~/access/principal";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { db } from "~db/client.server";
import { APP_SECRET } from "./app-secret";

/** A portal token of the customer, valid by the real clock, which requests use, or at `now`. */
export async function customerToken(
  { shop }: { shop: PrincipalShop },
  customerId: number,
  now = new Date(),
): Promise<string> {
  const { singleUseLinks } = await readPortalSettings(shop.id);
  const { token, claims } = sealPortalToken(shop, customerId, now);
  await insertPortalToken(db, {
    shopId: shop.id,
    id: claims.tokenId,
    kind: "LINK",
    customerId,
    issuedByType: "system",
    issuedByName: "test",
    createdAt: claims.issuedAt,
    expiresAt: claims.expiresAt,
    isSingleUse: singleUseLinks,
  });
  return token;
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
