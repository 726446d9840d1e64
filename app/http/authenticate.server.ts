import { parseApiKey } from "~/features/api-keys/api-key";
import { findLiveApiKey, setLastUsed } from "~/features/api-keys/api-keys.repo.server";
import { readSessionTokenHash } from "~/features/staff/session-cookie.server";
import { findSession } from "~/features/staff/sessions.repo.server";
import { findCustomer, portalTokenRequired } from "~/http/authenticate-customer.server";
import {
  type Access,
  type ApiKeyPrincipal,
  hasRole,
  hasScope,
  type Principal,
  type StaffPrincipal,
} from "~/http/principal";
import { ProblemError } from "~/http/problem";
import { requireWithinRateLimit } from "~/http/rate-limit.server";
import { type RequestContext, toApiOrigin } from "~/http/request-context.server";
import { requireSameOrigin } from "~/http/same-origin.server";
import { createShortCache } from "~/http/short-cache";
import { findSigned } from "~/http/signed-request.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Sessions looked up for this request, by the hash of their token. */
    sessions?: Map<string, ReturnType<typeof findSession>>;
  }
}

/** When the query parameter was deprecated, for the Deprecation header (RFC 9745). */
const API_KEY_PARAMETER_DEPRECATED_AT = Date.UTC(2026, 0, 1) / 1000;
const LAST_USED_EVERY_MS = 60_000;
type LiveKey = { principal: ApiKeyPrincipal; expiresAt: Date | null };
const keyCache = createShortCache<LiveKey>();

/** Call after a revocation is committed: this process then forgets the key at once, others within two seconds. */
export const forgetApiKey = (hash: string): boolean => keyCache.forget(hash);

/**
 * The caller, as far as the endpoint admits that kind of caller.
 * @throws ProblemError 401 without a valid credential, 403 without the right, 429 beyond the key's rate.
 */
export async function authenticate(access: Access, context: RequestContext): Promise<Principal> {
  if (access.apiKey) {
    const key = readApiKey(context);
    if (key !== null) {
      const principal = await authenticateApiKey(key, context);
      if (!hasScope(principal.scope, access.apiKey))
        throw new ProblemError("forbidden", `This needs an API key with ${access.apiKey} scope.`);
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
      requireSameOrigin(context.request);
      if (!hasRole(principal.role, access.staff))
        throw new ProblemError(
          "forbidden",
          `This needs the role ${access.staff}; yours is ${principal.role}.`,
        );
      return principal;
    }
  }
  if (access.public) {
    // Whoever may ask does not need one; a forged one is told all the same, and never taken for none.
    await findSigned(context);
    return { kind: "public" };
  }
  if (access.apiKey) throw new ProblemError("unauthenticated", "Send an API key in the X-API-Key header.");
  if (access.customer) throw portalTokenRequired();
  throw new ProblemError("unauthenticated", "Sign in first.");
}

/** The header wins; an empty one is none. */
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
    parsed &&
    (await keyCache.get(parsed.hash, context.receivedAt, () => loadKey(parsed, context.receivedAt)));
  if (!live || (live.expiresAt && live.expiresAt <= context.receivedAt))
    throw new ProblemError("invalid_credentials", "The API key is unknown, revoked or expired.");
  const { principal } = live;
  context.loggedCaller = `key ${principal.keyId} of shop ${principal.shop.id}`;
  const bucket = `${principal.shop.id}:${principal.keyId}`;
  requireWithinRateLimit(bucket, context.receivedAt.getTime(), context.responseHeaders);
  return principal;
}

async function loadKey(parsed: { shopId: number; hash: string }, now: Date): Promise<LiveKey | null> {
  const row = await findLiveApiKey(parsed.shopId, parsed.hash, now);
  if (!row) return null;
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > LAST_USED_EVERY_MS)
    await setLastUsed(parsed.shopId, row.id, now);
  const { id: keyId, name, scope, shop, expiresAt } = row;
  return { principal: { kind: "api_key", shop, keyId, name, scope }, expiresAt };
}

/** Read once where a page and the layout around it ask; an action may have changed what the loaders after it see. */
async function findStaff({ request, receivedAt, sessions }: RequestContext): Promise<StaffPrincipal | null> {
  const tokenHash = readSessionTokenHash(request);
  if (!tokenHash) return null;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const found = (isRead && sessions?.get(tokenHash)) || findSession(tokenHash, receivedAt);
  if (isRead) sessions?.set(tokenHash, found);
  const session = await found;
  return session ? { kind: "staff", ...session } : null;
}
