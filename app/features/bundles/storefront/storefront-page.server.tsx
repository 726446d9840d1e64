import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { sanitizeBundleHtml } from "~/features/bundles/configure/bundle-html.server";
import type { BoxProblem } from "~/features/bundles/rules/bundle-limits";
import { boxTextsOf } from "~/features/bundles/storefront/texts/texts-of";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import { toThemeStyles } from "~/features/customer-pages/portal-theme";
import { directionOf } from "~/features/portal-settings/portal-languages";
import { toShownLogo } from "~/features/portal-settings/shop-logo";
import { toRowEntries } from "./box-choice";
import type { BoxWalk } from "./box-groups";
import { toAmount, toItemsText, toProblemText } from "./box-labels";
import type { BoxView } from "./box-view";
import { toBoxWording, type WrittenBox } from "./box-wording";
import { BoxItems } from "./storefront-items";
import { STOREFRONT_SCRIPT } from "./storefront-script";
import { BoxSteps } from "./storefront-steps";
import { STOREFRONT_STYLES } from "./storefront-styles";
import { BoxFoot, BoxSummary } from "./storefront-summary";

type Page = {
  view: BoxView;
  /** The position in a box of steps; null for a box shown as a whole. */
  walk: BoxWalk | null;
  /** The shop's look and language, as in its portal. */
  portal: PortalContext;
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
 * A bundle's page as HTML, in the visitor's language. Rich text is cleaned here again, however it was saved.
 * @param nonce for its style and its script
 * @param preview of the editor, where nothing may run and no link leads away: an address that serves the logo
 */
export function renderBundlePage(
  { view: box, walk, portal, shopParameter, problems, isDone }: Page,
  nonce: string,
  preview?: { logoPage: string },
): string {
  const wording = toBoxWording(portal);
  const view: WrittenBox = { ...box, wording };
  const { bundle } = view;
  const texts = wording.box;
  const html = toDocument(
    portal,
    bundle.name,
    nonce,
    <>
      <ShopHeader portal={preview ? { ...portal, shopUrl: null } : portal} logoPage={preview?.logoPage} />
      <main className="page">
        {portal.isTest && <p className="note test">{portal.texts.testGateway}</p>}
        <div className="head">
          <h1 dir="auto">{bundle.name}</h1>
          {bundle.description && (
            <p className="dim" dir="auto">
              {bundle.description}
            </p>
          )}
          {mark("top")}
        </div>
        <div data-live="">
          {problems.length > 0 && (
            <div className="note note-bad" role="alert">
              <strong>{texts.almost}</strong>
              <ul>
                {problems.map((problem) => (
                  <li key={toProblemText(problem, view)}>{toProblemText(problem, view)}</li>
                ))}
              </ul>
            </div>
          )}
          {isDone && (
            <p className="note note-good" role="status">
              {texts.thanks}
            </p>
          )}
        </div>
        <form method="get" autoComplete="off">
          {/* Enter in a quantity must update the price, not press the first button, which takes an item out. */}
          <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true">
            {texts.update}
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
          {toItemsText(view.price.itemCount, wording)}, {toAmount(view.price.total, view)}
        </p>
        {mark("bottom")}
      </main>
    </>,
  );
  return html
    .replace('<div data-rich="top"></div>', () => toRich("rich", bundle.bundleTopHtml))
    .replace('<div data-rich="bottom"></div>', () => toRich("rich rich-bottom", bundle.bundleBottomHtml))
    .replace("</body>", () =>
      preview ? "</body>" : `<script nonce="${nonce}">${STOREFRONT_SCRIPT}</script></body>`,
    );
}

function ShopHeader({ portal, logoPage }: { portal: PortalContext; logoPage?: string }) {
  const { shopName, shopUrl, settings, locale } = portal;
  const logo = toShownLogo(settings, logoPage);
  return (
    <header className="top">
      <a className="brand" href={shopUrl ?? undefined}>
        {logo ? <img {...logo} alt={shopName} /> : shopName}
      </a>
      <a className="back" href={shopUrl ?? undefined}>
        {boxTextsOf(locale.language).backToShop}
      </a>
    </header>
  );
}

/** Hidden fields sent with every choice: the shop, the step, and the choice made in other steps. */
function Carried({ view, walk, shopParameter }: { view: BoxView } & Pick<Page, "walk" | "shopParameter">) {
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
  return clean && `<div class="${className}" dir="auto">${clean}</div>`;
}

/** The page for a bundle that does not exist or cannot be shown. @param portal without a shop if the shop is unknown */
export function renderMissingBundle(portal: PortalContext, isMissing: boolean, nonce: string): string {
  const { gone } = boxTextsOf(portal.locale.language);
  const title = isMissing ? gone.title : portal.texts.faultTitle;
  return toDocument(
    portal,
    title,
    nonce,
    <>
      {portal.shopUrl !== null && <ShopHeader portal={portal} />}
      <main className="page">
        {portal.isTest && <p className="note test">{portal.texts.testGateway}</p>}
        <div className="head">
          <h1>{title}</h1>
          <p className="dim">{isMissing ? gone.text : portal.texts.fault}</p>
        </div>
      </main>
    </>,
  );
}

function toDocument(portal: PortalContext, title: string, nonce: string, content: ReactNode): string {
  const { shopName, settings } = portal;
  const { language } = portal.locale;
  const markup = renderToStaticMarkup(
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{shopName ? `${title} · ${shopName}` : title}</title>
        <style nonce={nonce}>STYLES</style>
      </head>
      <body>{content}</body>
    </html>,
  );
  const styles = STOREFRONT_STYLES + toThemeStyles(settings);
  return `<!DOCTYPE html>${markup.replace("STYLES</style>", () => `${styles}</style>`)}`;
}
