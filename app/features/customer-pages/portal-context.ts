import type { PrincipalShop } from "~/access/principal";
import { toShopOrigin } from "~/access/shop-origin";
import type { PortalTexts } from "~/features/customer-pages/texts/portal-texts";
import {
  DEFAULT_PORTAL_SETTINGS,
  isPortalActionOn,
  type PortalSettings,
} from "~/features/portal-settings/portal-settings";
import type { PortalAction, PortalTextOverrides } from "~db/schema/portal-settings";
import type { FormRefusals } from "./form-refusals";
import { createPortalFormat, type PortalFormat } from "./portal-format";
import { choosePortalLocale, type PortalLocale, textsOf } from "./portal-language";

/** What every page of a shop's portal needs. */
export type PortalContext = {
  shopName: string;
  /** Address of the shop; null on a page without a shop. */
  shopUrl: string | null;
  timeZone: string;
  /** Whether the shop is on the test gateway, which every page then says (wire.md §5). */
  isTest: boolean;
  settings: PortalSettings;
  locale: PortalLocale;
  texts: PortalTexts;
  /** The merchant's own texts in the page's language. */
  ownTexts: PortalTextOverrides;
  format: PortalFormat;
  now: Date;
  isOn(action: PortalAction): boolean;
  /** `?…` of a portal view, with the token: links and forms only lead to the page's own path. */
  href(parameters: Record<string, string | number | null | undefined>): string;
  /**
   * The same for a form. Where the platform's proxy signs requests, a signature is valid once (wire.md §1), and it
   * covers only the address and the second: so each rendered page has addresses of its own.
   */
  action(parameters: Record<string, string | number | null | undefined>): string;
};

/** For pages that belong to no shop. */
export const NO_SHOP = { name: "", timeZone: "UTC" };

/**
 * The context of one request. All views have the same path and differ in the query, so that every link is right
 * whatever path the platform's proxy shows (docs/decisions/022).
 *
 * @param token opens the portal and is carried by every link; null behind a proxy that signs each request
 */
export function createPortalContext(
  shop: Pick<PrincipalShop, "name" | "timeZone"> &
    Partial<Pick<PrincipalShop, "storeDomain" | "publicDomain" | "gateway">>,
  settings: PortalSettings,
  request: { acceptLanguage: string | null; token: string | null; now: Date },
): PortalContext {
  const locale = choosePortalLocale(settings, request.acceptLanguage);
  const { storeDomain, publicDomain = null } = shop;
  const once = request.token === null ? crypto.randomUUID().slice(0, 8) : null;
  const toHref: PortalContext["href"] = (parameters) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...parameters, token: request.token }))
      if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
    return `?${query}`;
  };
  return {
    shopName: shop.name,
    shopUrl: storeDomain === undefined ? null : toShopOrigin({ storeDomain, publicDomain }),
    timeZone: shop.timeZone,
    isTest: shop.gateway === "test",
    settings,
    locale,
    texts: textsOf(locale.language),
    ownTexts: settings.words[locale.language] ?? {},
    format: createPortalFormat(locale, shop.timeZone, request.now),
    now: request.now,
    isOn: (action) => isPortalActionOn(settings, action),
    href: toHref,
    action: (parameters) => toHref({ ...parameters, once }),
  };
}

/** The same for a page without a shop: reads nothing from the database. */
export const createShoplessContext = ({ request, now }: { request: Request; now: Date }): PortalContext =>
  createPortalContext(NO_SHOP, DEFAULT_PORTAL_SETTINGS, {
    acceptLanguage: request.headers.get("accept-language"),
    token: null,
    now,
  });

/** Why a form was refused, in the page's language: shown above the page and beside the fields. */
export type Refusal = {
  text: string;
  fields: Record<string, string | undefined>;
  /** The values sent, so that nothing typed is lost. */
  submitted: Record<string, string | undefined>;
  labelOf?: FormRefusals["labelOf"];
};
