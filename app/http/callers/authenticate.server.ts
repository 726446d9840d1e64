import { toAddressTest } from "~/access/address-list.server";
import { parseApiKey } from "~/access/api-key";
import { findLiveApiKey, setLastUsed } from "~/access/api-keys.repo.server";
import { type ApiScope, toGrantedScopes, toScopes } from "~/access/api-scopes";
import { requireOpen } from "~/access/closed/open-shop";
import {
  type Access,
  type ApiKeyPrincipal,
  hasRole,
  type Principal,
  type StaffPrincipal,
} from "~/access/principal";
import { findSession, touchSession } from "~/access/sessions.repo.server";
import { type RequestContext, toApiOrigin } from "~/http/request/request-context.server";
import { isSafeMethod, requireSameOrigin } from "~/http/request/same-origin.server";
import { ProblemError } from "~/lib/problem";
import { createShortCache } from "~/lib/short-cache";
import { findCustomer, portalTokenRequired } from "./authenticate-customer.server";
import { type OwnRate, requireWithinRateLimit } from "./rate-limit.server";
import { readSessionTokenHash } from "./session-cookie.server";
import { takeShownShop } from "./shown-shop";
import { findSigned } from "./signed-request.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Sessions looked up for this request, by the hash of their token. */
    sessions?: Map<string, ReturnType<typeof findSession>>;
  }
}

/** When the query parameter was deprecated, for the Deprecation header (RFC 9745). */
const API_KEY_PARAMETER_DEPRECATED_AT = Date.UTC(2026, 0, 1) / 1000;
const LAST_USED_EVERY_MS = 60_000;
const SESSION_USED_EVERY_MS = 10 * 60_000;
type LiveKey = {
  principal: ApiKeyPrincipal;
  expiresAt: Date | null;
  rate: OwnRate;
  isTakenFrom: ((address: string) => boolean) | null;
};
const keyCache = createShortCache<LiveKey>();

/** Call after a change of the key is committed. This process looks it up again at once, others within two seconds. */
export const forgetApiKey = (hash: string): boolean => keyCache.forget(hash);

/**
 * Identifies the caller, trying the kinds of credentials that the endpoint accepts.
 * @throws ProblemError 401 without a valid credential, 403 without the right, 429 beyond the rate of the key or
 *   session.
 */
export async function authenticate(access: Access, context: RequestContext): Promise<Principal> {
  if (access.apiKey) {
    const key = readApiKey(context);
    if (key !== null) {
      const principal = await authenticateApiKey(key, context);
      for (const scope of toScopes(access.apiKey)) requireScope(principal, scope);
      return principal;
    }
  }
  if (access.customer) {
    const principal = await findCustomer(context);
    if (principal) {
      context.loggedCaller = `customer ${principal.customerId} of shop ${principal.shop.id}`;
      return principal;
    }
  }
  if (access.staff) {
    const principal = await findStaff(context);
    if (principal) {
      context.loggedCaller = `staff ${principal.staffId} of shop ${principal.shop.id}`;
      const session = `session ${principal.sessionId}`;
      requireWithinRateLimit(session, context.receivedAt.getTime(), null);
      requireSameOrigin(context.request);
      requireShownShop(principal, context);
      if (!access.staffOfClosedShop) requireOpen(principal.shop);
      if (principal.lacksSecondFactor && !access.staffWithoutSecondFactor)
        throw new ProblemError(
          "second_factor_required",
          `${principal.shop.name} requires two-step sign-in. Set it up on the page of your account.`,
        );
      if (!hasRole(principal.role, access.staff))
        throw new ProblemError(
          "forbidden",
          `This needs the role ${access.staff}; yours is ${principal.role}.`,
        );
      return principal;
    }
  }
  if (access.public) {
    // No credential is needed, but a forged signature is refused all the same: it never counts as missing.
    await findSigned(context);
    return { kind: "public" };
  }
  if (access.apiKey) throw new ProblemError("unauthenticated", "Send an API key in the X-API-Key header.");
  if (access.customer) throw portalTokenRequired();
  throw new ProblemError("unauthenticated", "Sign in first.");
}

/**
 * The shop is the session's, and its tabs share it: a page that was made before the person switched in another tab must
 * not act on the other shop. Whoever has several has to say which. @throws ProblemError shop_switched
 */
function requireShownShop({ shop, hasOtherShops }: StaffPrincipal, { url, request }: RequestContext): void {
  const shown = takeShownShop(url);
  const isMissing = shown === null && hasOtherShops && !isSafeMethod(request.method);
  if (isMissing || (shown !== null && shown !== String(shop.id)))
    throw new ProblemError(
      "shop_switched",
      // Switched in another tab, or an address that somebody wrote or that an older page has.
      `The page was not made for ${shop.name}, the shop you are in now. Nothing was changed.`,
    );
}

/** @throws ProblemError forbidden */
export function requireScope({ scopes }: ApiKeyPrincipal, scope: ApiScope): void {
  if (!scopes.has(scope))
    throw new ProblemError("forbidden", `This needs an API key with the scope ${scope}.`);
}

/** The header takes precedence over the query parameter; an empty header counts as missing. */
function readApiKey(context: RequestContext): string | null {
  const header = context.request.headers.get("x-api-key")?.trim();
  if (context.url.searchParams.has("api_key")) {
    context.responseHeaders.set("Deprecation", `@${API_KEY_PARAMETER_DEPRECATED_AT}`);
    const page = `${toApiOrigin(context.request)}/api/docs#api-key`;
    context.responseHeaders.set("Link", `<${page}>; rel="deprecation"; type="text/html"`);
  }
  return header || context.url.searchParams.get("api_key")?.trim() || null;
}

async function authenticateApiKey(key: string, context: RequestContext): Promise<ApiKeyPrincipal> {
  const parsed = parseApiKey(key);
  const live =
    parsed && (await keyCache.get(parsed.hash, context.receivedAt, () => loadKey(parsed, context)));
  if (!live || (live.expiresAt && live.expiresAt <= context.receivedAt))
    throw new ProblemError("invalid_credentials", "The API key is unknown, revoked or expired.");
  const { principal, isTakenFrom, rate } = live;
  context.loggedCaller = `key ${principal.keyId} of shop ${principal.shop.id}`;
  // Checked before the key's rate: somebody who has merely found the key must not use up its calls.
  if (isTakenFrom && !isTakenFrom(context.clientAddress))
    throw new ProblemError("address_not_allowed", `This API key is not taken from ${context.clientAddress}.`);
  const bucket = `${principal.shop.id}:${principal.keyId}`;
  requireWithinRateLimit(bucket, context.receivedAt.getTime(), context.responseHeaders, rate);
  requireOpen(principal.shop);
  return principal;
}

async function loadKey(
  { shopId, hash }: { shopId: number; hash: string },
  { receivedAt: now, clientAddress }: RequestContext,
): Promise<LiveKey | null> {
  const row = await findLiveApiKey(shopId, hash, now);
  if (!row) return null;
  const { id: keyId, name, shop, expiresAt, lastUsedAt, rate } = row;
  const isTakenFrom = row.addresses && toAddressTest(row.addresses);
  const isDue = !lastUsedAt || now.getTime() - lastUsedAt.getTime() > LAST_USED_EVERY_MS;
  if (isDue && (!isTakenFrom || isTakenFrom(clientAddress))) await setLastUsed(shopId, keyId, now);
  const scopes = toGrantedScopes(row.scope, row.areas);
  return { principal: { kind: "api_key", shop, keyId, name, scopes }, expiresAt, rate, isTakenFrom };
}

/** Read only once for a page and the layout around it; but an action may have changed what the loaders after it see. */
async function findStaff(context: RequestContext): Promise<StaffPrincipal | null> {
  const { request, sessions } = context;
  const tokenHash = readSessionTokenHash(request);
  if (!tokenHash) return null;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const found = (isRead && sessions?.get(tokenHash)) || findUsedSession(tokenHash, context);
  if (isRead) sessions?.set(tokenHash, found);
  const session = await found;
  if (!session) return null;
  const { lastUsedAt: _, ...principal } = session;
  return { kind: "staff", ...principal };
}

async function findUsedSession(tokenHash: string, { receivedAt, clientAddress }: RequestContext) {
  const session = await findSession(tokenHash, receivedAt);
  if (session && receivedAt.getTime() - session.lastUsedAt.getTime() > SESSION_USED_EVERY_MS)
    await touchSession(tokenHash, clientAddress, receivedAt);
  return session;
}
