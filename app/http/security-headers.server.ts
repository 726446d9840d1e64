import { env } from "~/lib/env.server";

/**
 * Content-Security-Policy and friends of a page of the admin. Scripts and styles by nonce; Mantine needs style
 * attributes; images also come from the catalogue's hosts. Source: design.md "What merchants and customers expect".
 */
export function setPageSecurityHeaders(headers: Headers, nonce: string): void {
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
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}
