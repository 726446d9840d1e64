import { createHash, randomBytes } from "node:crypto";
import { isLoopbackHost, publicOrigin } from "~/http/request-context.server";

const COOKIE_NAME = "perennial_session";
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;
export const SESSION_DAYS = 14;

export const hashSessionToken = (token: string): string => createHash("sha256").update(token).digest("hex");
export const newSessionToken = (): string => randomBytes(32).toString("base64url");

/** The hash of the session token a request carries; null when it carries none. */
export function readSessionTokenHash(request: Request): string | null {
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [name, value] = pair.trim().split("=");
    if (name === COOKIE_NAME && value && TOKEN_FORM.test(value)) return hashSessionToken(value);
  }
  return null;
}

/** `Set-Cookie` for a session (or, with a null token, for its end). Secure everywhere but on loopback. */
export function toSessionCookie(request: Request, token: string | null): string {
  const origin = new URL(publicOrigin(request));
  const secure = isLoopbackHost(origin.host) ? "" : "; Secure";
  const age = token ? SESSION_DAYS * 24 * 3600 : 0;
  return `${COOKIE_NAME}=${token ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`;
}
