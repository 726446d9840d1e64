import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { directionOf } from "~/features/portal-settings/portal-languages";
import { toShownLogo } from "~/features/portal-settings/shop-logo";
import { htmlResponse } from "~/http/endpoint/html-route.server";
import { createNonce, toPortalSecurity } from "~/http/endpoint/security-headers.server";
import { LOG_NOTE_HEADER } from "~/http/request/internal-headers";
import { LinkedText, ShopLink } from "./external-links";
import type { PortalContext } from "./portal-context";
import { PORTAL_STYLES } from "./portal-styles";
import { toThemeStyles } from "./portal-theme";

type Page = {
  title: string;
  content: ReactNode;
  /** For the access log, which holds no paths; the operation and its caller by default. */
  note?: string;
  status?: number;
  headers?: Headers;
  /** The admin's preview is shown in a frame of our own pages; nothing else may be framed. */
  isFramed?: boolean;
  /** Origins other than this host that its forms lead to. */
  formTargets?: readonly string[];
};

/**
 * A whole page of the portal: markup and its one stylesheet, no script, and no external requests except for images
 * (design.md "Portal UI"). Texts of customers and merchants may have either direction, hence `dir="auto"` on them.
 */
export function toPortalResponse(portal: PortalContext, page: Page): Response {
  const nonce = createNonce();
  const { texts, settings, shopName } = portal;
  const logo = toShownLogo(settings);
  const markup = renderToStaticMarkup(
    <html lang={portal.locale.language} dir={directionOf(portal.locale.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{shopName ? `${page.title} · ${shopName}` : page.title}</title>
        {/* Without it the browser requests /favicon.ico, which is not ours behind the proxy. */}
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a className="skip" href="#main">
          {texts.skipToContent}
        </a>
        <header className="top">
          <ShopLink url={portal.shopUrl}>
            {logo ? (
              <img className="logo" src={logo.src} alt={shopName} width={logo.width} height={logo.height} />
            ) : (
              shopName
            )}
          </ShopLink>
        </header>
        <main id="main" className="page">
          {portal.isTest && <p className="test">{texts.testGateway}</p>}
          {page.content}
        </main>
        <Footer portal={portal} />
      </body>
    </html>,
  );
  // Inserted as text: as a child of a React element its combinators would be escaped. Only colours come from outside.
  const style = `<style nonce="${nonce}">${PORTAL_STYLES}${toThemeStyles(settings)}</style>`;
  return htmlResponse(`<!DOCTYPE html>${markup.replace("</head>", `${style}</head>`)}`, {
    status: page.status,
    headers: {
      ...Object.fromEntries(page.headers ?? []),
      "Content-Language": portal.locale.language,
      Vary: "Accept-Language",
      ...(page.note && { [LOG_NOTE_HEADER]: page.note }),
      ...toPortalSecurity(nonce, page.isFramed ?? false, page.formTargets),
    },
  });
}

/** Whom to ask; nobody on a page without a shop. */
function Footer({ portal: { shopName, shopUrl, texts, ownTexts } }: { portal: PortalContext }) {
  if (!ownTexts.help && shopName === "") return null;
  return (
    <footer className="foot" dir="auto">
      {ownTexts.help ? (
        <LinkedText text={ownTexts.help} />
      ) : (
        <ShopLink url={shopUrl}>{texts.defaultHelp(shopName)}</ShopLink>
      )}
    </footer>
  );
}
