import { findShopSettings } from "~/access/shops.repo.server";
import { customerRoute } from "~/features/customer-pages/customer-route.server";
import { toNotFoundPage } from "~/features/health/not-found.pages.server";
import { readShopOfLogo } from "~/features/portal-settings/shop-logo";
import { findShopOfVisit } from "~/http/callers/authenticate-customer.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { portal } from "./portal.pages.server";

/**
 * Paths without another route: the portal, if the shop has put it on this path (its setting `portalPath`), else the
 * not-found page.
 */
export const { loader: ownPathLoader, action: ownPathAction } = customerRoute((context, params) => {
  const visit = portal(context, params);
  return {
    get operation() {
      return visit.operation;
    },
    async draw() {
      if (await isOwnPath(context)) return visit.draw();
      visit.operation = "none";
      return toNotFoundPage();
    },
    ...(visit.isImage && { isImage: true }),
    renderProblem: visit.renderProblem,
  };
});

/** A logo's address contains its shop, the only hint where several shops share a host. */
async function findShopOfLogo({ url }: RequestContext) {
  const shopId = readShopOfLogo(url.searchParams.get("logo") ?? "");
  return shopId === null ? null : findShopSettings(shopId);
}

async function isOwnPath(context: RequestContext): Promise<boolean> {
  const path = context.url.pathname.replace(/^\/+|\/+$/g, "");
  const shop = (await findShopOfVisit(context)) ?? (await findShopOfLogo(context));
  return shop?.portalPath === path;
}
