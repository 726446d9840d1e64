import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { BoxView } from "~/features/bundles/box-view";
import { toProblemText } from "~/features/bundles/box-words";
import { sanitizeBundleHtml } from "~/features/bundles/bundle-html.server";
import { BoxItems } from "~/features/bundles/storefront-items";
import { STOREFRONT_STYLES } from "~/features/bundles/storefront-styles";
import { BoxFoot, BoxSummary } from "~/features/bundles/storefront-summary";

type Page = {
  view: BoxView;
  shopName: string;
  /** Sent along with every choice: which shop it is, where the host does not say. */
  shopParameter: string | null;
  wantsToGoOn: boolean;
  isDone: boolean;
};

/** Rich text stands in for this mark after rendering: React would escape it. No text of a merchant can hold it as markup. */
const mark = (name: "top" | "bottom") => <div data-rich={name} />;

/** A bundle's page as HTML. Rich text is cleaned here again, whatever the row was saved by. `nonce`: of its one style element. */
export function renderBundlePage(
  { view, shopName, shopParameter, wantsToGoOn, isDone }: Page,
  nonce: string,
): string {
  const { bundle } = view;
  const html = toDocument(
    bundle.name,
    nonce,
    <main className="page">
      <header className="head">
        <p className="shop">{shopName}</p>
        <h1>{bundle.name}</h1>
        {bundle.description && <p className="dim">{bundle.description}</p>}
        {mark("top")}
      </header>
      {wantsToGoOn && !isDone && (
        <div className="note note-bad" role="alert">
          <strong>Almost there</strong>
          <ul>
            {view.problems.map((problem) => (
              <li key={toProblemText(problem, view)}>{toProblemText(problem, view)}</li>
            ))}
          </ul>
        </div>
      )}
      {isDone && (
        <p className="note note-good" role="status">
          Your box is complete. Thank you!
        </p>
      )}
      <form method="get">
        {shopParameter && <input type="hidden" name="shop" value={shopParameter} />}
        {/* Enter in a quantity must update the price, not press the first button that takes one out. */}
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true">
          Update price
        </button>
        <input type="hidden" name="q." value="" />
        <div className="box">
          <BoxItems view={view} />
          <BoxSummary view={view} isDone={isDone} />
        </div>
        <BoxFoot view={view} />
      </form>
      {mark("bottom")}
    </main>,
  );
  return html
    .replace('<div data-rich="top"></div>', () => toRich("rich", bundle.bundleTopHtml))
    .replace('<div data-rich="bottom"></div>', () => toRich("rich rich-bottom", bundle.bundleBottomHtml));
}

function toRich(className: string, html: string): string {
  const clean = sanitizeBundleHtml(html);
  return clean && `<div class="${className}">${clean}</div>`;
}

/** What stands in the place of a bundle that is not there. */
export const renderMissingBundle = (title: string, detail: string, nonce: string): string =>
  toDocument(
    title,
    nonce,
    <main className="page">
      <div className="head">
        <h1>{title}</h1>
        <p className="dim">{detail}</p>
      </div>
    </main>,
  );

function toDocument(title: string, nonce: string, content: ReactNode): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style nonce={nonce}>STYLES</style>
      </head>
      <body>{content}</body>
    </html>,
  );
  return `<!DOCTYPE html>${markup.replace("STYLES</style>", () => `${STOREFRONT_STYLES}</style>`)}`;
}
