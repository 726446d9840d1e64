import { redirect } from "@remix-run/node";
import { z } from "zod";
import { customerRoute } from "~/features/customer-pages/customer-route.server";
import { createShoplessContext, type PortalContext } from "~/features/customer-pages/portal-context";
import { readPortalContext } from "~/features/customer-pages/portal-context.service.server";
import { withLogo } from "~/features/customer-pages/shop-logo.pages.server";
import { findShopOfVisit } from "~/http/callers/authenticate-customer.server";
import { findShopOfHost, requireShopOfPublicRequest } from "~/http/callers/shop-of-host.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { byMethod, htmlResponse } from "~/http/endpoint/html-route.server";
import { createNonce, toStorefrontSecurity } from "~/http/endpoint/security-headers.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { listFormTargets, visitBundle } from "./storefront.service.server";
import { renderBundlePage, renderMissingBundle } from "./storefront-page.server";

/** Parameters of the platform's signed requests: not part of a customer's choice. */
const PROXY_PARAMETERS = ["signature", "timestamp", "path_prefix", "logged_in_customer_id"];

const readBundlePage = defineEndpoint({
  operationId: "readBundlePage",
  method: "GET",
  access: { public: true },
  params: z.object({ handle: z.string() }),
  handler: async ({ params, context }): Promise<Response> => {
    const shop = await requireShopOfPublicRequest(context);
    const { searchParams } = context.url;
    const outcome = await visitBundle(shop, params.handle, searchParams);
    const shopParameter = await findShopParameter(context);
    if (outcome.kind === "redirect") return redirectTo(outcome.to);
    if (outcome.kind === "choice") {
      if (shopParameter) outcome.search.set("shop", shopParameter);
      return redirectTo(`?${outcome.search}`);
    }
    const { kind: _, ...page } = outcome;
    const nonce = createNonce();
    const portal = await readPortalContext(shop, context);
    return toResponse(portal, renderBundlePage({ ...page, portal, shopParameter }, nonce), {
      headers: toStorefrontSecurity(nonce, listFormTargets(shop, page.view.bundle)),
    });
  },
});

/** The `shop` parameter that forms must repeat; null where the host identifies the shop, or the platform adds it. */
async function findShopParameter({ request, url, now }: RequestContext): Promise<string | null> {
  if (PROXY_PARAMETERS.some((name) => url.searchParams.has(name))) return null;
  return (await findShopOfHost(request, now)) ? null : url.searchParams.get("shop");
}

/** 303, with a relative location if it leads back here: the browser may see another host and path than we do. */
const redirectTo = (location: string): Response =>
  redirect(location, { status: 303, headers: { "Cache-Control": "no-store" } });

/** Tells caches that the address has a page for each language. */
const toResponse = (
  { locale }: PortalContext,
  html: string,
  { status, headers }: { status?: number; headers: Record<string, string> },
): Response =>
  htmlResponse(html, {
    status,
    headers: { ...headers, "Content-Language": locale.language, Vary: "Accept-Language" },
  });

/** Errors are pages: a 404 in the shop's style, if the shop is known; others in the default style. */
export const { loader: bundlePageLoader, action: bundlePageAction } = customerRoute(
  byMethod({
    GET: withLogo((context, params) => ({
      operation: readBundlePage.operationId,
      draw: () => readBundlePage.run(context, params, "page"),
      async renderProblem(problem) {
        const nonce = createNonce();
        const isMissing = problem.status === 404;
        const shop = isMissing ? await findShopOfVisit(context) : null;
        const portal = shop ? await readPortalContext(shop, context) : createShoplessContext(context);
        return toResponse(portal, renderMissingBundle(portal, isMissing, nonce), {
          status: problem.status,
          headers: { ...toStorefrontSecurity(nonce), ...problem.extra.headers },
        });
      },
    })),
  }),
);
