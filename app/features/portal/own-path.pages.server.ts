import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { toNotFoundPage } from "~/features/operations/not-found.pages.server";
import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import { findCustomer } from "~/http/authenticate-customer.server";
import { type RequestContext, toRequestContext } from "~/http/request-context.server";
import { findShopByDomain, findShopOfHost } from "~/http/shop-of-host.server";

/**
 * What no other route claims: the portal, where the shop has put it on a path of its own (its setting `portalPath`),
 * else nothing.
 */
export const ownPathLoader = async (args: LoaderFunctionArgs): Promise<Response> =>
  (await isOwnPath(toRequestContext(args.request))) ? portalLoader(args) : toNotFoundPage();

export const ownPathAction = async (args: ActionFunctionArgs): Promise<Response> =>
  (await isOwnPath(toRequestContext(args.request))) ? portalAction(args) : toNotFoundPage();

/** By host, else by what the request says of the customer or the shop (wire.md §1 "Which shop"). */
async function isOwnPath(context: RequestContext): Promise<boolean> {
  const { request, url, now } = context;
  const path = url.pathname.replace(/^\/+|\/+$/g, "");
  const named = url.searchParams.get("shop");
  const shop =
    (await findShopOfHost(request, now)) ??
    (named ? await findShopByDomain(named, now) : null) ??
    (await findCustomer(context).catch(() => null))?.shop;
  return shop?.portalPath === path;
}
