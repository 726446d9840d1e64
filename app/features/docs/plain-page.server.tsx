import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { byMethod, htmlResponse, htmlRoute } from "~/http/endpoint/html-route.server";
import { createNonce, toPlainSecurity } from "~/http/endpoint/security-headers.server";
import { LOG_NOTE_HEADER } from "~/http/request/internal-headers";
import { PROBLEMS } from "~/lib/problems/catalogue";

type Params = Record<string, string | undefined>;

// Without quotes: React escapes them in the text of a style element.
const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, Segoe UI, sans-serif; --line: #d5d9dd; --soft: #f4f5f6; }
body { max-width: 40rem; margin: 0 auto; padding: 32px 24px 64px; background: #fff; color: #1b1f24; overflow-wrap: break-word; }
body.wide { max-width: 56rem; }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
h2 { font-size: 18px; line-height: 24px; margin: 24px 0 8px; }
h3 { font-size: 16px; line-height: 24px; margin: 32px 0 4px; padding-top: 16px; border-top: 1px solid var(--line); }
h4 { font-size: 14px; line-height: 20px; margin: 16px 0 4px; }
li { margin: 8px 0; }
dl { margin: 0; }
dt { margin-top: 8px; }
dd { margin: 0 0 0 16px; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: 14px; }
pre { white-space: pre-wrap; padding: 12px; margin: 4px 0; background: var(--soft); border-radius: 6px; line-height: 20px; }
summary { cursor: pointer; }
a { color: #1a6f52; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a4048; --soft: #1f2328; }
  body { background: #16191d; color: #e6e8eb; }
  a { color: #55bb93; }
}`;

type PlainPage = {
  title: string;
  /** For the access log. */
  route: string;
  content: ReactNode;
  status?: number;
  headers?: Record<string, string>;
  isWide?: boolean;
};

/** A public page of text without scripts, which also works in a terminal. */
export const plainRoute = (operation: string, draw: (params: Params) => PlainPage) =>
  htmlRoute(
    byMethod({
      GET: (_context, params) => ({
        operation,
        draw: async () => toPlainPage(draw(params)),
        renderProblem: async ({ code, status, extra: { headers } }) =>
          toPlainPage({
            title: PROBLEMS[code].title,
            route: operation,
            status,
            headers,
            content: <AllProblems />,
          }),
      }),
    }),
  );

export const AllProblems = () => (
  <p>
    <a href="/problems">All problems</a>
  </p>
);

function toPlainPage({ title, route, content, status, headers, isWide = false }: PlainPage): Response {
  const nonce = createNonce();
  const page: ReactElement = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Perennial`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce={nonce}>{STYLES}</style>
      </head>
      <body className={isWide ? "wide" : undefined}>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
      </body>
    </html>
  );
  return htmlResponse(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, {
    status,
    headers: {
      "Cache-Control": "no-cache",
      ...headers,
      ...toPlainSecurity(nonce),
      [LOG_NOTE_HEADER]: route,
    },
  });
}
