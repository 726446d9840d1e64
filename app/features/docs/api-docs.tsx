import { createElement, useEffect } from "react";
import { JSON_PREFIXES, MERCHANT } from "~/http/endpoint/json-urls";
import { readPageNonce } from "~/lib/nonce";
import { BrandMark } from "~/ui/shell/brand-mark";

const DOCUMENT_URL = `${MERCHANT}/openapi.json`;
/** The same without scripts. */
const PLAIN_URL = "/api/docs/plain";

/**
 * The page of the API documentation: the OpenAPI document rendered by the web component openapi-explorer, from our own
 * host. The HTML here also works without scripts, and moves into the component's overview.
 *
 * @param origin where the API answers the reader, e.g. `https://api.example`
 */
export function ApiDocs({ origin }: { origin: string }) {
  useEffect(() => {
    allowStyles(readPageNonce());
    addOwnStyles();
    void import("openapi-explorer/dist/browser/openapi-explorer.min.js");
  }, []);
  return (
    <>
      <header className="ad-top">
        <h1>
          <a className="ad-brand" href="/">
            <BrandMark />
            Perennial API
          </a>
        </h1>
        <nav aria-label="About the API">
          <a href={DOCUMENT_URL}>openapi.json</a>
          <a href={PLAIN_URL}>As plain text</a>
          <a href="/problems">Problems</a>
        </nav>
      </header>
      {createElement(
        "openapi-explorer",
        {
          "spec-url": DOCUMENT_URL,
          "hide-server-selection": "true",
          "hide-components": "true",
          // Its search dialog has no landmark and a second banner, which axe reports.
          "hide-search": "true",
          "fetch-credentials": "omit",
          "response-area-height": "480px",
        },
        <Overview origin={origin} />,
      )}
    </>
  );
}

function Overview({ origin }: { origin: string }) {
  const list = `${origin}${MERCHANT}/subscription-contract-details?size=50`;
  return (
    <div slot="overview" className="ad-overview">
      <p>
        JSON over HTTPS, described by <a href={DOCUMENT_URL}>an OpenAPI 3.1 document</a>: for merchants under{" "}
        <code>{`${MERCHANT}/`}</code>, for their customers under{" "}
        <code>{`${JSON_PREFIXES.memberships}/`}</code> and <code>{`${JSON_PREFIXES.subscriptions}/`}</code>.
      </p>
      <noscript>
        <p>
          The operations stand <a href={PLAIN_URL}>on a page of their own</a> that needs no scripts.
        </p>
      </noscript>
      <section id="api-key" aria-labelledby="api-key-heading">
        <h2 id="api-key-heading">Authentication</h2>
        <p>
          Make a key in the admin under “API keys” and send it with every call in the header{" "}
          <code>X-API-Key</code>. The key names the shop. It reads, or reads and writes, everything or only
          some areas: each operation says which scope it needs, such as <code>orders:write</code>, and write
          includes read. A key may also be limited to network addresses, and to a time.
        </p>
        <pre>
          <code>{`curl -H "X-API-Key: $PERENNIAL_KEY" \\\n  "${list}"`}</code>
        </pre>
        <p>
          The query parameter <code>api_key</code> still works and is <strong>deprecated</strong>: URLs end up
          in logs and histories. Responses to it carry a <code>Deprecation</code> header. Move the key to the
          header; nothing else changes.
        </p>
        <p>
          “Rotate” on that page gives a key a second secret, and the first works on for as long as you choose:
          put the new one into your software within that time.
        </p>
        <p>
          Customers' calls carry the token of their portal link as <code>Authorization: Bearer</code> or as
          the parameter <code>token</code>, or are signed by the commerce platform's app proxy.
        </p>
      </section>
    </div>
  );
}

/** Lines of a sample are wrapped, since the keyboard cannot scroll it sideways. */
const SAMPLE_STYLES = `
pre, code { white-space: pre-wrap !important; overflow-wrap: anywhere; }`;

/** Gives names of parameters the space they need; on narrow screens they are above their fields. */
const PARAMETER_STYLES = `
td:has(> .param-name) { width: 250px !important; }
.param-name { overflow-wrap: normal; word-break: normal; line-height: 1.3; }
@media (max-width: 768px) {
  tr:has(> td > .param-name) > td { display: block; width: auto !important; padding-block: 0; }
  tr:has(> td > .param-name) > td + td { border-top: 0; }
  .param-name, .param-type { text-align: start; }
}`;

/** Some of the component's own styles, and what is added after them. */
const OWN_STYLES = [
  [".param-name", PARAMETER_STYLES],
  ["code[class*=language-]", SAMPLE_STYLES],
] as const;

/**
 * The component adds style elements to its shadow trees by cloning templates; our policy requires a nonce on each,
 * which the component does not set. This sets it, so that the policy stays as strict as elsewhere.
 */
function allowStyles(nonce: string): void {
  const importNode = document.importNode.bind(document);
  document.importNode = <T extends Node>(node: T, deep?: boolean | ImportNodeOptions): T => {
    const copy = importNode(node, deep);
    if (copy instanceof DocumentFragment)
      for (const style of copy.querySelectorAll("style")) style.nonce = nonce;
    return copy;
  };
}

/** The component's other styles are style sheets created before it is defined: ours are added after them. */
function addOwnStyles(): void {
  const { replaceSync } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.replaceSync = function (text) {
    const own = OWN_STYLES.filter(([part]) => text.includes(part)).map(([, style]) => style);
    replaceSync.call(this, [text, ...own].join("\n"));
  };
}
