import { publicOrigin } from "~/http/request-context.server";
import { env } from "~/lib/env.server";

const A_YEAR_IN_SECONDS = 31_536_000;

/**
 * Content-Security-Policy and friends of a page of the admin. Scripts and styles by nonce; Mantine needs style
 * attributes; images also come from the catalogue's hosts. Source: design.md "What merchants and customers expect".
 */
export function setPageSecurityHeaders(headers: Headers, nonce: string, request: Request): void {
  const connect = env.NODE_ENV === "development" ? "connect-src 'self' ws:" : "connect-src 'self'";
  headers.set(
    "Content-Security-Policy",
    [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' data: ${env.CATALOGUE_IMAGE_SOURCES}`,
      "font-src 'self'",
      // The portal's preview stands in a frame; nothing else does.
      "frame-src 'self'",
      connect,
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
  );
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", "DENY");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  // Not without TLS: whoever tries the server on a plain port must be able to come back.
  if (publicOrigin(request).startsWith("https:"))
    headers.set("Strict-Transport-Security", `max-age=${A_YEAR_IN_SECONDS}`);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}
