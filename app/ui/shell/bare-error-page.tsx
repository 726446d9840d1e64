import { useRouteError } from "@remix-run/react";
import { useStyleNonce } from "~/lib/nonce";
import { toErrorPresentation } from "./error-presentation";

const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, Segoe UI, sans-serif; }
body { margin: 0; background: #f7f8f9; color: #1b1f24; }
.bare { max-width: 32rem; margin: 15vh auto 0; padding: 0 24px; }
.bare h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
.bare p { margin: 0 0 16px; color: #5a626b; }
.bare a { color: #1a6f52; }
.bare code { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { background: #16191d; color: #e6e8eb; }
  .bare p { color: #a0a6ae; }
  .bare a { color: #55bb93; }
}`;

/** The error page outside every layout: no stylesheet, no script, no data. */
export function BareErrorPage() {
  const getStyleNonce = useStyleNonce();
  const { status, title, detail, requestId } = toErrorPresentation(useRouteError());
  return (
    <main className="bare">
      {/* No quotes or the like in it: as a text child of React they would be escaped, and differ in the browser. */}
      <style nonce={getStyleNonce()}>{STYLES}</style>
      <p>{status}</p>
      <h1>{title}</h1>
      <p>{detail}</p>
      {requestId && (
        <p>
          Request id <code>{requestId}</code>
        </p>
      )}
      <p>
        <a href="/">Go to the start page</a>
      </p>
    </main>
  );
}
