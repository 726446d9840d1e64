import { type PortalClaims, sealPortalToken } from "~/access/portal/portal-token.server";
import {
  findCustomerByEmail,
  findCustomerOfShop,
  insertLink,
  insertPortalToken,
  setTokenUsed,
} from "~/access/portal/portal-tokens.repo.server";
import type { PrincipalShop } from "~/access/principal";
import { toShopOrigin } from "~/access/shop-origin";
import type { Actor } from "~/features/activity/activity";
import { forgetPortalToken } from "~/http/callers/authenticate-customer.server";
import type { RealTime } from "~/lib/clocks";
import { invalidRequest, notFound } from "~/lib/problem";
import type { Queryable } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";

type MintedToken = { token: string; claims: PortalClaims };

/**
 * Address at which a token opens the portal: built from the shop's row, never from the request's URL.
 *
 * @param paid the wire's id of a contract: the address is then that of its payment page
 */
export const toPortalLink = (shop: PrincipalShop, token: string, paid?: number): string =>
  `${toShopOrigin(shop)}/${shop.portalPath}?${paid === undefined ? "" : `contract=${paid}&view=payment&`}token=${token}`;

/** A customer by platform id, which takes precedence, or by e-mail. */
export type CustomerChoice = { customerId?: number; email?: string };

/** @throws ProblemError 404 no customer of this shop has the id, or they were erased */
export async function requireCustomerForLink(shopId: number, customerId: number): Promise<void> {
  const customer = await findCustomerOfShop(shopId, customerId);
  if (!customer || customer.erasedAt) throw getsNoLink(customer);
}

const getsNoLink = (customer: Awaited<ReturnType<typeof findCustomerOfShop>>) =>
  notFound(customer ? "The customer was erased: no link lets them in." : "The shop has no such customer.");

/**
 * The id of the customer who is to get a link. A given id is not checked here, but by `mintPortalToken`. Source: spec
 * operation 2, wire.md §2 "2 portal link".
 * @throws ProblemError 400 when no customer with a contract has the e-mail, or neither is given; each error names its
 *   parameter: `customerId` or `names.email`.
 */
export async function chooseCustomer(
  shopId: number,
  { customerId, email }: CustomerChoice,
  names: { email: string },
): Promise<number> {
  if (customerId !== undefined) return customerId;
  const found = email && (await findCustomerByEmail(shopId, email));
  if (found) return found.id;
  throw invalidRequest([
    email
      ? {
          parameter: names.email,
          code: "unknown_email",
          detail: "No customer of the shop with a contract has this e-mail address.",
        }
      : { parameter: "customerId", code: "missing", detail: `Give customerId or ${names.email}.` },
  ]);
}

/**
 * Issues a portal token for a customer of the shop and records it, so that it can be listed and revoked.
 * Source: wire.md §2 operation 2. @throws ProblemError 404 no customer of this shop has the id, or they were erased
 */
export async function mintPortalToken(
  on: Queryable,
  shop: PrincipalShop,
  customerId: number,
  issue: { issuedBy: Actor; contractId?: number; now: RealTime },
): Promise<MintedToken> {
  const minted = sealPortalToken(shop, customerId, issue.now);
  const { tokenId, issuedAt, expiresAt } = minted.claims;
  const isIssued = await insertLink(on, {
    shopId: shop.id,
    id: tokenId,
    customerId,
    contractId: issue.contractId ?? null,
    issuedByType: issue.issuedBy.type,
    issuedByName: issue.issuedBy.name,
    createdAt: issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  });
  if (!isIssued) throw getsNoLink(await findCustomerOfShop(shop.id, customerId, on));
  return minted;
}

/**
 * Swaps a single-use link for a session, once; the link is dead afterwards (wire.md §2 operation 2).
 * @returns the session's token; null when the link was swapped or revoked meanwhile
 */
export async function swapForSession(
  shop: PrincipalShop,
  claims: PortalClaims,
  now: RealTime,
): Promise<string | null> {
  const { customerId, tokenId } = claims;
  const session = sealPortalToken(shop, customerId, now);
  const isSwapped = await inTransaction(async (tx) => {
    if (!(await setTokenUsed(tx, shop.id, tokenId, now))) return false;
    await insertPortalToken(tx, {
      shopId: shop.id,
      id: session.claims.tokenId,
      kind: "SESSION",
      customerId,
      issuedByType: "customer",
      issuedByName: "Single-use link",
      createdAt: session.claims.issuedAt,
      expiresAt: session.claims.expiresAt,
      isSingleUse: false,
    });
    return true;
  });
  // Only after the commit: an earlier request could still read the link as unused and cache that.
  forgetPortalToken(shop.id, tokenId);
  return isSwapped ? session.token : null;
}
