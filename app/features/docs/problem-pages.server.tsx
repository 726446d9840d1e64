import { randomBytes } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LOG_NOTE_HEADER } from "~/http/internal-headers";
import { PROBLEMS, type ProblemCode } from "~/http/problem";
import { PROBLEM_HELP } from "~/http/problem-help";

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

/** `GET /problems`: every code of the catalogue. Public, and without any script: read in a hurry, from a terminal too. */
export const problemIndexLoader = (): Response =>
  toPage(
    { title: "Problems", route: "problems" },
    <>
      <p>
        Whatever goes wrong at a JSON address is answered as a problem document (RFC 9457). Its{" "}
        <code>code</code> is stable; decide by that. Its <code>type</code> leads to one of these pages.
      </p>
      <ul>
        {(Object.keys(PROBLEMS) as ProblemCode[]).map((code) => (
          <li key={code}>
            <a href={`/problems/${code}`}>{PROBLEMS[code].title}</a>
            <br />
            {PROBLEMS[code].status} <code>{code}</code>
          </li>
        ))}
      </ul>
    </>,
  );

/** `GET /problems/{code}`, the `type` of every problem document: why it happens and what to do. */
export function problemPageLoader({ params }: LoaderFunctionArgs): Response {
  const code = params.code ?? "";
  if (!isProblemCode(code)) {
    return toPage(
      { title: "There is no such problem", route: "problems/none", status: 404 },
      <p>
        <a href="/problems">All problems</a>
      </p>,
    );
  }
  const { status, title } = PROBLEMS[code];
  const { cause, remedy } = PROBLEM_HELP[code];
  return toPage(
    { title, route: "problems/code" },
    <>
      <p>
        Status {status}, code <code>{code}</code>
      </p>
      <h2>Why it happens</h2>
      <p>{cause}</p>
      <h2>What to do</h2>
      <ul>
        {remedy.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p>
        <a href="/problems">All problems</a> · <a href="/api/docs">API documentation</a>
      </p>
    </>,
  );
}

// Without quotes: React escapes them in the text of a style element.
const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, Segoe UI, sans-serif; }
body { max-width: 40rem; margin: 0 auto; padding: 32px 24px 64px; background: #fff; color: #1b1f24; overflow-wrap: anywhere; }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
h2 { font-size: 18px; line-height: 24px; margin: 24px 0 8px; }
li { margin: 8px 0; }
a { color: #1a6f52; }
@media (prefers-color-scheme: dark) {
  body { background: #16191d; color: #e6e8eb; }
  a { color: #55bb93; }
}`;

function toPage(
  { title, route, status = 200 }: { title: string; route: string; status?: number },
  content: ReactNode,
): Response {
  const nonce = randomBytes(16).toString("base64");
  const page: ReactElement = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Perennial`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce={nonce}>{STYLES}</style>
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
      </body>
    </html>
  );
  return new Response(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      // Not to be shared between requests: the nonce would repeat.
      "Cache-Control": "no-cache",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
      [LOG_NOTE_HEADER]: route,
    },
  });
}
