import { createHash, randomBytes } from "node:crypto";
import { isLoopbackHost, publicOrigin } from "~/http/request/request-context.server";

const SESSION = "perennial_session";
/** Marks that a person has signed in with this browser before; does not sign anybody in. */
const KNOWN = "perennial_known";
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;
export const SESSION_DAYS = 14;
export const KNOWN_DAYS = 365;

export const hashSessionToken = (token: string): string => createHash("sha256").update(token).digest("hex");
/** For a mailed link: another hash, so that a link cannot be used as a cookie, nor a cookie as a link. */
export const hashLinkToken = (token: string): string => hashSessionToken(`sign-in-link:${token}`);
export const newSessionToken = (): string => randomBytes(32).toString("base64url");

/**
 * Over plain HTTP only on loopback; everywhere else a name that no other host and no plain page can set (RFC 6265bis).
 */
function toName(request: Request, name: string): { name: string; isSecure: boolean } {
  const origin = new URL(publicOrigin(request));
  const isSecure = origin.protocol === "https:" || !isLoopbackHost(origin.host);
  return { name: isSecure ? `__Host-${name}` : name, isSecure };
}

function readTokenHash(request: Request, cookie: string): string | null {
  const header = request.headers.get("cookie");
  if (!header) return null;
  const wanted = toName(request, cookie).name;
  for (const pair of header.split(";")) {
    const [name, value] = pair.trim().split("=");
    if (name === wanted && value && TOKEN_FORM.test(value)) return hashSessionToken(value);
  }
  return null;
}

function toCookie(request: Request, cookie: string, token: string | null, days: number): string {
  const { name, isSecure } = toName(request, cookie);
  const age = token ? days * 24 * 3600 : 0;
  return `${name}=${token ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${isSecure ? "; Secure" : ""}`;
}

/** The hash of a request's session token; null without one. */
export const readSessionTokenHash = (request: Request): string | null => readTokenHash(request, SESSION);
export const readKnownTokenHash = (request: Request): string | null => readTokenHash(request, KNOWN);

/** `Set-Cookie` for a session (or, with a null token, for its end). */
export const toSessionCookie = (request: Request, token: string | null): string =>
  toCookie(request, SESSION, token, SESSION_DAYS);
export const toKnownCookie = (request: Request, token: string): string =>
  toCookie(request, KNOWN, token, KNOWN_DAYS);
