/**
 * Content-Security-Policy and related headers of every kind of document; test/http/html-headers.test.ts lists them as
 * they are sent. All but the admin's go through `htmlRoute`, which adds those that all have. Source: design.md "What
 * merchants and customers expect".
 */
import { randomBytes } from "node:crypto";
import { publicOrigin } from "~/http/request/request-context.server";
import { env } from "~/lib/env.server";

/** For the styles and scripts of one answer. */
export const createNonce = (): string => randomBytes(16).toString("base64");

const NO_DEVICES = "camera=(), geolocation=(), microphone=(), payment=()";
const A_YEAR_IN_SECONDS = 31_536_000;

/** Scripts and styles by nonce; Mantine needs style attributes; images also come from the catalogue's hosts. */
export function setPageSecurityHeaders(headers: Headers, nonce: string, request: Request): void {
  const connect = env.NODE_ENV === "development" ? "'self' ws:" : "'self'";
  headers.set(
    "Content-Security-Policy",
    // The portal's preview is shown in a frame; nothing else may be framed.
    `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data: ${env.CATALOGUE_IMAGE_SOURCES}; font-src 'self'; frame-src 'self'; connect-src ${connect}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  );
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", "DENY");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", NO_DEVICES);
  // Not without TLS: after trying the server on a plain port, the browser must still be able to use that.
  if (publicOrigin(request).startsWith("https:"))
    headers.set("Strict-Transport-Security", `max-age=${A_YEAR_IN_SECONDS}`);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

/**
 * The portal and the pages in its style. Their addresses contain a token: `htmlRoute` sends no referrer to other hosts,
 * and `no-referrer` would turn the Origin of form posts into `null` (wire.md §1 "No portal cookie").
 * @param isFramed the admin's previews are shown in a frame of our own pages; nothing else may be framed
 * @param formTargets hosts besides this one that the page's forms lead to: browsers check redirects against them, too
 */
export const toPortalSecurity = (
  nonce: string,
  isFramed: boolean,
  formTargets: readonly string[] = [],
): Record<string, string> => ({
  "Content-Security-Policy": `default-src 'none'; script-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data: ${env.CATALOGUE_IMAGE_SOURCES}; form-action ${["'self'", ...formTargets].join(" ")}; frame-ancestors ${isFramed ? "'self'" : "'none'"}; base-uri 'none'`,
  "X-Frame-Options": isFramed ? "SAMEORIGIN" : "DENY",
  "Permissions-Policy": NO_DEVICES,
});

/**
 * @param formTargets hosts besides this one that the forms of a page with a script lead to: browsers check redirects
 *   against them, too
 */
export function toStorefrontSecurity(nonce: string, formTargets?: readonly string[]): Record<string, string> {
  const script = formTargets ? `'nonce-${nonce}'` : "'none'";
  const forms = ["'self'", ...(formTargets ?? [])].join(" ");
  const connect = formTargets ? "connect-src 'self'; " : "";
  return {
    "Content-Security-Policy": `default-src 'none'; script-src ${script}; img-src 'self' ${env.CATALOGUE_IMAGE_SOURCES}; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'; ${connect}style-src 'nonce-${nonce}'`,
  };
}

/** Our own text: problems, API, unknown addresses. */
export const toPlainSecurity = (nonce: string): Record<string, string> => ({
  "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
});

/** As mail programs show a mail: no script, no form, no requests, no origin. Its styles are inline. */
export const MAIL_SECURITY = {
  "Content-Security-Policy":
    "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'; sandbox allow-popups allow-top-navigation-by-user-activation",
  "Referrer-Policy": "no-referrer",
};

export const IMAGE_SECURITY = { "Content-Security-Policy": "default-src 'none'" };
