import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { sanitizeBundleHtml } from "~/features/bundles/configure/bundle-html.server";
import type { BoxProblem } from "~/features/bundles/rules/bundle-limits";
import { toRowEntries } from "~/features/bundles/storefront/box-choice";
import type { BoxWalk } from "~/features/bundles/storefront/box-groups";
import { toItemsText, toProblemText } from "~/features/bundles/storefront/box-labels";
import type { BoxView } from "~/features/bundles/storefront/box-view";
import { BoxItems } from "~/features/bundles/storefront/storefront-items";
import { STOREFRONT_SCRIPT } from "~/features/bundles/storefront/storefront-script";
import { BoxSteps } from "~/features/bundles/storefront/storefront-steps";
import { STOREFRONT_STYLES } from "~/features/bundles/storefront/storefront-styles";
import { BoxFoot, BoxSummary } from "~/features/bundles/storefront/storefront-summary";
import { toThemeStyles } from "~/features/customer-pages/portal-theme";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import type { ShownLogo } from "~/features/portal-settings/shop-logo";
import { formatMoney } from "~/lib/format";

/** How a shop appears on its pages. */
export type ShopTheme = {
  name: string;
  /** Origin of its storefront, for the link back. Null in the preview, where links do not work. */
  origin: string | null;
  logo: ShownLogo | null;
  accentColor: string;
  backgroundColor: string;
};

type Page = {
  view: BoxView;
  /** The position in a box of steps; null for a box shown as a whole. */
  walk: BoxWalk | null;
  shop: ShopTheme;
  /** Sent with every choice to identify the shop, where the host does not. */
  shopParameter: string | null;
  /** Why the customer cannot continue, once they have tried. */
  problems: BoxProblem[];
  isDone: boolean;
};

/**
 * A placeholder replaced by rich text after rendering, since React would escape it. Merchants' text cannot contain it
 * as markup.
 */
const mark = (name: "top" | "bottom") => <div data-rich={name} />;

/**
 * A bundle's page as HTML. Rich text is cleaned here again, however it was saved.
 * @param nonce for its style and its script
 * @param hasScript false in the editor's preview, where nothing may run
 */
export function renderBundlePage(
  { view, walk, shop, shopParameter, problems, isDone }: Page,
  nonce: string,
  { hasScript }: { hasScript: boolean },
): string {
  const { bundle } = view;
  const html = toDocument(
    `${bundle.name} · ${shop.name}`,
    nonce,
    shop,
    <>
      <ShopHeader shop={shop} />
      <main className="page">
        <div className="head">
          <h1>{bundle.name}</h1>
          {bundle.description && <p className="dim">{bundle.description}</p>}
          {mark("top")}
        </div>
        <div data-live="">
          {problems.length > 0 && (
            <div className="note note-bad" role="alert">
              <strong>Almost there</strong>
              <ul>
                {problems.map((problem) => (
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
        </div>
        <form method="get" autoComplete="off">
          {/* Enter in a quantity must update the price, not press the first button that takes one out. */}
          <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true">
            Update price
          </button>
          <Carried view={view} walk={walk} shopParameter={shopParameter} />
          {walk && <BoxSteps view={view} walk={walk} />}
          <div className="box">
            <BoxItems view={view} walk={walk} />
            <BoxSummary view={view} walk={walk} isDone={isDone} />
          </div>
          <BoxFoot view={view} walk={walk} />
        </form>
        <p className="hidden" aria-live="polite" data-live="">
          {toItemsText(view.price.itemCount)}, {formatMoney(view.price.total, view.currencyCode)}
        </p>
        {mark("bottom")}
      </main>
    </>,
  );
  return html
    .replace('<div data-rich="top"></div>', () => toRich("rich", bundle.bundleTopHtml))
    .replace('<div data-rich="bottom"></div>', () => toRich("rich rich-bottom", bundle.bundleBottomHtml))
    .replace("</body>", () =>
      hasScript ? `<script nonce="${nonce}">${STOREFRONT_SCRIPT}</script></body>` : "</body>",
    );
}

const ShopHeader = ({ shop: { name, origin, logo } }: { shop: ShopTheme }) => (
  <header className="top" dir="auto">
    <a className="brand" href={origin ?? undefined}>
      {logo ? <img {...logo} alt={name} /> : name}
    </a>
    <a className="back" href={origin ?? undefined}>
      Back to the shop
    </a>
  </header>
);

/** Hidden fields sent with every choice: the shop, the step, and the choice made in other steps. */
function Carried({ view, walk, shopParameter }: Pick<Page, "view" | "walk" | "shopParameter">) {
  const here = new Set(walk?.groups[walk.at]?.slots.map(({ productId }) => productId));
  const elsewhere = walk ? view.choice.rows.filter(({ productId }) => !here.has(productId)) : [];
  const entries = [
    ...(shopParameter ? [["shop", shopParameter] as const] : []),
    ["q.", ""] as const,
    ...(walk ? [["step", String(walk.at + 1)] as const] : []),
    ...toRowEntries(view.bundle, elsewhere),
  ];
  return entries.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

function toRich(className: string, html: string): string {
  const clean = sanitizeBundleHtml(html);
  return clean && `<div class="${className}">${clean}</div>`;
}

type Colors = Pick<ShopTheme, "accentColor" | "backgroundColor">;

/**
 * The page shown when a bundle does not exist.
 * @param shop null when no shop is known, or the database must not be asked
 */
export const renderMissingBundle = (
  title: string,
  detail: string,
  nonce: string,
  shop: ShopTheme | null,
): string =>
  toDocument(
    shop ? `${title} · ${shop.name}` : title,
    nonce,
    shop ?? DEFAULT_PORTAL_SETTINGS,
    <>
      {shop && <ShopHeader shop={shop} />}
      <main className="page">
        <div className="head">
          <h1>{title}</h1>
          <p className="dim">{detail}</p>
        </div>
      </main>
    </>,
  );

function toDocument(title: string, nonce: string, colors: Colors, content: ReactNode): string {
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
  const styles = STOREFRONT_STYLES + toThemeStyles(colors);
  return `<!DOCTYPE html>${markup.replace("STYLES</style>", () => `${styles}</style>`)}`;
}
