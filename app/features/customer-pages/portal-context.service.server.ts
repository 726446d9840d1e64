import type { PrincipalShop } from "~/access/principal";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { createPortalContext, type PortalContext } from "./portal-context";

/** The token that this request's links must carry; null behind a proxy that signs each request. */
export const readCarriedToken = ({ url }: Pick<RequestContext, "url">): string | null =>
  url.searchParams.get("token");

/** The context of a request to the shop's portal. */
export async function readPortalContext(
  shop: PrincipalShop,
  context: Pick<RequestContext, "request" | "url" | "now">,
): Promise<PortalContext> {
  return createPortalContext(shop, await readPortalSettings(shop.id), {
    acceptLanguage: context.request.headers.get("accept-language"),
    token: readCarriedToken(context),
    now: context.now,
  });
}
