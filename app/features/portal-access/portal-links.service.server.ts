import type { Actor } from "~/features/activity/activity";
import { readPortalSettings } from "~/features/portal/portal-settings.repo.server";
import { type PortalClaims, sealPortalToken } from "~/features/portal-access/portal-token.server";
import { insertPortalToken } from "~/features/portal-access/portal-tokens.repo.server";
import type { PrincipalShop } from "~/http/principal";
import type { Queryable } from "~db/client.server";

export type MintedToken = { token: string; claims: PortalClaims };

/**
 * A portal token for a customer of the shop, written down so that it can be listed and revoked. The caller has made
 * sure that the customer exists. Source: wire.md §2 operation 2.
 */
export async function mintPortalToken(
  on: Queryable,
  shop: PrincipalShop,
  customerId: number,
  issue: { issuedBy: Actor; contractId?: number; now: Date },
): Promise<MintedToken> {
  const { singleUseLinks } = await readPortalSettings(shop.id);
  const minted = await sealPortalToken(shop, customerId, issue.now);
  await insertPortalToken(on, {
    shopId: shop.id,
    id: minted.claims.tokenId,
    kind: "LINK",
    customerId,
    contractId: issue.contractId ?? null,
    issuedByType: issue.issuedBy.type,
    issuedByName: issue.issuedBy.name,
    createdAt: minted.claims.issuedAt,
    expiresAt: minted.claims.expiresAt,
    isSingleUse: singleUseLinks,
  });
  return minted;
}
