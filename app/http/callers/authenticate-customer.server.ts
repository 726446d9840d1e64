import { requireOpen } from "~/access/closed/open-shop";
import { toCustomerName } from "~/access/customer-name";
import { openPortalToken, type PortalClaims } from "~/access/portal/portal-token.server";
import { findCustomerOfShop, findPortalToken } from "~/access/portal/portal-tokens.repo.server";
import type { CustomerPrincipal, PrincipalShop } from "~/access/principal";
import { listShopOrigins } from "~/access/shop-origin";
import type { RequestContext } from "~/http/request/request-context.server";
import { isSafeMethod, requireSameOrigin } from "~/http/request/same-origin.server";
import { ProblemError } from "~/lib/problem";
import { createShortCache } from "~/lib/short-cache";
import { findShopOfHost, requireShopOfPublicRequest } from "./shop-of-host.server";
import { BEARER, findSigned, requireFirstUse } from "./signed-request.server";

type TokenRow = NonNullable<Awaited<ReturnType<typeof findPortalToken>>>;
type CustomerRow = TokenRow["customer"];
const claimsCache = createShortCache<PortalClaims>();
const rowCache = createShortCache<TokenRow>();

const toRowKey = (shopId: number, tokenId: string): string => `${shopId}:${tokenId}`;

/**
 * Call after a revocation or exchange is committed. This process forgets the token at once, others within two seconds.
 */
export const forgetPortalToken = (shopId: number, tokenId: string): boolean =>
  rowCache.forget(toRowKey(shopId, tokenId));

export const portalTokenRequired = (): ProblemError =>
  new ProblemError("unauthenticated", "Open the portal with the link from your e-mail.", BEARER);

const tokenRefused = (): ProblemError =>
  new ProblemError("invalid_credentials", "The portal link is unknown, used, revoked or expired.", BEARER);

/** State of a token: only "open" signs its customer in. */
export type PortalTokenState = "open" | "must_be_swapped" | "used" | "revoked" | "expired" | "unknown";

type PortalTokenFinding =
  | { state: "unknown" }
  | { state: Exclude<PortalTokenState, "unknown">; claims: PortalClaims; row: TokenRow };

/** The token of a request: `Authorization: Bearer`, else `token` in the query; null when there is none. */
export function readPortalToken({ request, url }: RequestContext): string | null {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
  return bearer || url.searchParams.get("token") || null;
}

/** The state of this token and its customer, even if it is no longer valid. @throws ProblemError shop_closed */
export async function examinePortalToken(
  token: string,
  { request, receivedAt: now }: RequestContext,
): Promise<PortalTokenFinding> {
  const claims = await claimsCache.get(token, now, () => openPortalToken(token));
  if (!claims) return { state: "unknown" };
  const { shopId, tokenId } = claims;
  const row = await rowCache.get(toRowKey(shopId, tokenId), now, () => findPortalToken(shopId, tokenId));
  if (!row || row.customerId !== claims.customerId || row.shop.storeDomain !== claims.storeDomain)
    return { state: "unknown" };
  // "Valid only for that shop" (spec operation 2 rule 5): nor on the storefront of another one.
  const ofHost = await findShopOfHost(request, now);
  if (ofHost && ofHost.id !== shopId) return { state: "unknown" };
  requireOpen(row.shop);
  return { state: toState(claims, row, now), claims, row };
}

function toState(
  { expiresAt }: PortalClaims,
  row: TokenRow,
  now: Date,
): Exclude<PortalTokenState, "unknown"> {
  if (row.revokedAt || row.customer?.erasedAt) return "revoked";
  if (expiresAt <= now) return "expired";
  if (row.kind === "LINK" && row.isSingleUse) return row.usedAt ? "used" : "must_be_swapped";
  return "open";
}

const toPrincipal = (
  shop: PrincipalShop,
  customerId: number,
  customer: CustomerRow | null,
): CustomerPrincipal => ({
  kind: "customer",
  shop,
  customerId,
  name: (customer && (toCustomerName(customer) || customer.email)) || `Customer ${customerId}`,
  language: customer?.language ?? null,
});

/**
 * The customer identified by a portal token, the platform's signed proxy request, or both; null when neither is there.
 * Source: wire.md §1 "Customer authentication".
 * @throws ProblemError 401 forged, expired, revoked, erased, or the two disagree; 403 an unsafe request by signature
 *   alone that is neither JSON nor from the shop's own pages; 409 such a request a second time.
 */
export async function findCustomer(context: RequestContext): Promise<CustomerPrincipal | null> {
  const { request } = context;
  const signed = await findSigned(context);
  const tokens = context.url.searchParams.getAll("token");
  const token = readPortalToken(context);
  if (token === null) {
    if (!signed || signed.customerId === null) return null;
    // The signature covers neither method nor body, and the browser sends the storefront's cookies by itself.
    if (!isJson(request)) requireSameOrigin(request, listShopOrigins(signed.shop));
    if (!isSafeMethod(request.method)) await requireFirstUse(context);
    const { shop, customerId } = signed;
    const customer = await findCustomerOfShop(shop.id, customerId);
    if (customer?.erasedAt) throw tokenRefused();
    return toPrincipal(shop, customerId, customer);
  }
  const inHeader = request.headers.has("authorization");
  if (tokens.length > 1 || (inHeader && tokens.length === 1 && tokens[0] !== token)) throw tokenRefused();
  const found = await examinePortalToken(token, context);
  if (found.state !== "open") throw tokenRefused();
  const { shop, customerId, customer } = found.row;
  if (signed && (signed.shop.id !== shop.id || (signed.customerId ?? customerId) !== customerId))
    throw new ProblemError(
      "invalid_credentials",
      "Token and signed request name different customers.",
      BEARER,
    );
  return toPrincipal(shop, customerId, customer);
}

/**
 * The shop of a visit to the portal, whether or not the visitor is signed in: by the token (even an expired one), by
 * the platform's signature, else as for any public page (wire.md §1 "Which shop"). Null when nothing identifies a shop.
 * @throws ProblemError shop_closed
 */
export async function findShopOfVisit(context: RequestContext): Promise<PrincipalShop | null> {
  const token = readPortalToken(context);
  const found = token === null ? null : await examinePortalToken(token, context);
  if (found && found.state !== "unknown") return found.row.shop;
  try {
    return (await findSigned(context))?.shop ?? (await requireShopOfPublicRequest(context));
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500 && error.code !== "shop_closed") return null;
    throw error;
  }
}

/**
 * Forms of the portal come from pages of this host, or of the storefront whose proxy forwards them.
 * Source: wire.md §1 "Two forms of a write".
 * @throws ProblemError 403
 */
export async function requirePortalOrigin(context: RequestContext): Promise<void> {
  const shop = await findShopOfVisit(context);
  requireSameOrigin(context.request, shop ? listShopOrigins(shop) : []);
}

/** No HTML form can send JSON: a page of another site needs a CORS preflight first, and does not get one. */
function isJson(request: Request): boolean {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  return isSafeMethod(request.method) || mediaType === "application/json" || mediaType.endsWith("+json");
}
