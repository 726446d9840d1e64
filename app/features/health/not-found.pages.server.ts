import { data } from "@remix-run/node";
import { htmlResponse } from "~/http/endpoint/html-route.server";
import { createNonce, toPlainSecurity } from "~/http/endpoint/security-headers.server";
import { LOG_NOTE_HEADER } from "~/http/request/internal-headers";

/** Loader and action of the splat routes of the admin: 404 as a page, for any method. */
export const pageNotFound = () => {
  throw data(null, { status: 404 });
};

const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, Segoe UI, sans-serif; }
body { margin: 0; background: #f7f8f9; color: #1b1f24; }
main { max-width: 32rem; margin: 15vh auto 0; padding: 0 24px; }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
p { margin: 0 0 16px; color: #5a626b; }
a { color: #1a6f52; }
@media (prefers-color-scheme: dark) {
  body { background: #16191d; color: #e6e8eb; }
  p { color: #a0a6ae; }
  a { color: #55bb93; }
}`;

/** 404 outside every layout: a complete page without scripts. */
export function toNotFoundPage(): Response {
  const nonce = createNonce();
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page not found · Perennial</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style nonce="${nonce}">${STYLES}</style></head><body><main><p>404</p><h1>Page not found</h1><p>There is nothing at this address. It may have moved.</p><p><a href="/">Go to the start page</a></p></main></body></html>`;
  return htmlResponse(html, {
    status: 404,
    headers: { ...toPlainSecurity(nonce), [LOG_NOTE_HEADER]: "not found" },
  });
}
