import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { toNotFoundPage } from "~/features/operations/not-found.pages.server";
import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import { readShopOfLogo } from "~/features/portal/shop-logo";
import { findShopSettings } from "~/features/shops/shops.repo.server";
import { findShopOfVisit } from "~/http/authenticate-customer.server";
import { type RequestContext, toRequestContext } from "~/http/request-context.server";

/**
 * What no other route claims: the portal, where the shop has put it on a path of its own (its setting `portalPath`),
 * else nothing.
 */
export const ownPathLoader = async (args: LoaderFunctionArgs): Promise<Response> =>
  (await isOwnPath(toRequestContext(args.request))) ? portalLoader(args) : toNotFoundPage();

export const ownPathAction = async (args: ActionFunctionArgs): Promise<Response> =>
  (await isOwnPath(toRequestContext(args.request))) ? portalAction(args) : toNotFoundPage();

/** The address of a logo names its shop, and nothing else does where many shops have one host. */
async function findShopOfLogo({ url }: RequestContext) {
  const shopId = readShopOfLogo(url.searchParams.get("logo") ?? "");
  return shopId === null ? null : findShopSettings(shopId);
}

async function isOwnPath(context: RequestContext): Promise<boolean> {
  const path = context.url.pathname.replace(/^\/+|\/+$/g, "");
  const shop = (await findShopOfVisit(context)) ?? (await findShopOfLogo(context));
  return shop?.portalPath === path;
}
