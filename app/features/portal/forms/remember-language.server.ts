import { saveCustomerLanguage } from "~/access/portal/portal-tokens.repo.server";
import type { CustomerPrincipal, PrincipalShop } from "~/access/principal";
import { listShopOrigins } from "~/access/shop-origin";
import { listWantedLanguages } from "~/features/customer-pages/portal-language";
import { publicOrigin, type RequestContext } from "~/http/request/request-context.server";

/**
 * Later messages to the customer are in the language of their browser (decision 083). Call it when they have done
 * something.
 */
export async function rememberLanguage(
  { shop, customerId, language: known }: CustomerPrincipal,
  { request }: Pick<RequestContext, "request">,
): Promise<void> {
  const [wanted] = listWantedLanguages(request.headers.get("accept-language"));
  if (wanted && wanted.language !== known) await saveCustomerLanguage(shop.id, customerId, wanted.language);
}

/**
 * Whether somebody has clicked on a page of the portal or its storefront. Who opens a link by itself need not be the
 * customer: programs look into mails, and staff try links.
 */
export function isClickWithin(request: Request, shop: PrincipalShop): boolean {
  if (request.method === "HEAD") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" && request.headers.get("sec-fetch-user") === "?1";
  // Browsers without Fetch Metadata; our pages have them say where they come from.
  const referrer = request.headers.get("referer");
  if (referrer === null || !URL.canParse(referrer)) return false;
  return [publicOrigin(request), ...listShopOrigins(shop)].includes(new URL(referrer).origin);
}
