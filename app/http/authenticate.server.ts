import { parseApiKey } from "~/features/api-keys/api-key";
import { findLiveApiKey, setLastUsed } from "~/features/api-keys/api-keys.repo.server";
import { readSessionTokenHash } from "~/features/staff/session-cookie.server";
import { findSession } from "~/features/staff/sessions.repo.server";
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
import { publicOrigin, type RequestContext } from "~/http/request-context.server";

/** When the query parameter was deprecated, for the Deprecation header (RFC 9745). */
const API_KEY_PARAMETER_DEPRECATED_AT = Date.UTC(2026, 0, 1) / 1000;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** A key is asked of the database at most every two seconds: short enough for a revocation, and no second query a call. */
const KEY_CACHE_MS = 2000;
const LAST_USED_EVERY_MS = 60_000;
const keyCache = new Map<string, { principal: ApiKeyPrincipal; until: number }>();

/** Call after revoking: this process then forgets the key at once, others within two seconds. */
export const forgetApiKey = (hash: string): boolean => keyCache.delete(hash);

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
  if (access.staff) {
    const principal = await findStaff(context);
    if (principal) {
      requireSameOrigin(context.request);
      if (!hasRole(principal.role, access.staff))
        throw new ProblemError(
          "forbidden",
          `This needs the role ${access.staff}; yours is ${principal.role}.`,
        );
      return principal;
    }
  }
  if (access.public) return { kind: "public" };
  throw new ProblemError(
    "unauthenticated",
    access.apiKey ? "Send an API key in the X-API-Key header." : "Sign in first.",
  );
}

function readApiKey(context: RequestContext): string | null {
  const header = context.request.headers.get("x-api-key");
  if (context.url.searchParams.has("api_key")) {
    context.responseHeaders.set("Deprecation", `@${API_KEY_PARAMETER_DEPRECATED_AT}`);
    context.responseHeaders.append("Link", '</api/docs#api-key>; rel="deprecation"; type="text/html"');
  }
  return header ?? context.url.searchParams.get("api_key");
}

async function authenticateApiKey(key: string, context: RequestContext): Promise<ApiKeyPrincipal> {
  const parsed = parseApiKey(key.trim());
  const nowMs = context.now.getTime();
  const cached = parsed && keyCache.get(parsed.hash);
  const principal =
    cached && cached.until > nowMs ? cached.principal : parsed && (await loadApiKey(parsed, context.now));
  if (!principal)
    throw new ProblemError("invalid_credentials", "The API key is unknown, revoked or expired.");
  requireWithinRateLimit(`${principal.shop.id}:${principal.keyId}`, nowMs, context.responseHeaders);
  return principal;
}

async function loadApiKey(
  parsed: { shopId: number; hash: string },
  now: Date,
): Promise<ApiKeyPrincipal | null> {
  const row = await findLiveApiKey(parsed.shopId, parsed.hash, now);
  if (!row) {
    keyCache.delete(parsed.hash);
    return null;
  }
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > LAST_USED_EVERY_MS)
    await setLastUsed(parsed.shopId, row.id, now);
  const principal: ApiKeyPrincipal = {
    kind: "api_key",
    shop: row.shop,
    keyId: row.id,
    name: row.name,
    scope: row.scope,
  };
  keyCache.set(parsed.hash, { principal, until: now.getTime() + KEY_CACHE_MS });
  return principal;
}

async function findStaff(context: RequestContext): Promise<StaffPrincipal | null> {
  const tokenHash = readSessionTokenHash(context.request);
  const session = tokenHash && (await findSession(tokenHash, context.now));
  return session ? { kind: "staff", ...session } : null;
}

/** A cookie is ambient: an unsafe request that rides on it must come from our own pages. @throws ProblemError 403. */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get("origin");
  if (origin === publicOrigin(request)) return;
  if (!origin && request.headers.get("sec-fetch-site") === "same-origin") return;
  throw new ProblemError("origin_mismatch", "The request did not come from a page of this service.");
}
