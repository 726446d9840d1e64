import { randomBytes } from "node:crypto";
import { z } from "zod";
import { listFormTargets, readShopLook, visitBundle } from "~/features/bundles/storefront.service.server";
import { renderBundlePage, renderMissingBundle } from "~/features/bundles/storefront-page.server";
import { withLogo } from "~/features/portal/shop-logo.pages.server";
import { findShopOfVisit } from "~/http/authenticate-customer.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { htmlRoute } from "~/http/html-face.server";
import type { RequestContext } from "~/http/request-context.server";
import { findShopOfHost, requireShopOfPublicRequest } from "~/http/shop-of-host.server";
import { env } from "~/lib/env.server";

/** The platform's signed requests bring these with every call; they are no part of a customer's choice. */
const PROXY_PARAMETERS = ["signature", "timestamp", "path_prefix", "logged_in_customer_id"];

const readBundlePage = defineEndpoint({
  operationId: "readBundlePage",
  summary: "A bundle's page on the storefront",
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
    const nonce = randomBytes(16).toString("base64");
    const look = await readShopLook(shop);
    const html = renderBundlePage({ ...page, shop: look, shopParameter }, nonce, { hasScript: true });
    return toHtmlResponse(html, 200, {
      "script-src": `'nonce-${nonce}'`,
      "connect-src": "'self'",
      "style-src": `'nonce-${nonce}'`,
      "form-action": ["'self'", ...listFormTargets(shop, page.view.bundle)].join(" "),
    });
  },
});

/** The `shop` parameter a form has to carry on: not where the host names the shop, or the platform adds it itself. */
async function findShopParameter({ request, url, now }: RequestContext): Promise<string | null> {
  if (PROXY_PARAMETERS.some((name) => url.searchParams.has(name))) return null;
  return (await findShopOfHost(request, now)) ? null : url.searchParams.get("shop");
}

/** 303, and relative where it leads back here: the browser sees another host and path than we do. */
const redirectTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });

/** What a page of ours may do where it says nothing else. */
const LEAST = {
  "default-src": "'none'",
  "script-src": "'none'",
  "img-src": `'self' ${env.CATALOGUE_IMAGE_SOURCES}`,
  // Browsers hold the redirect after a form against this, too.
  "form-action": "'self'",
  "frame-ancestors": "'none'",
  "base-uri": "'none'",
};

function toHtmlResponse(html: string, status: number, policy: Record<string, string>): Response {
  const directives = Object.entries({ ...LEAST, ...policy }).map(([name, value]) => `${name} ${value}`);
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      // Not to be shared between requests: the nonce would repeat.
      "Cache-Control": "no-store",
      "Content-Security-Policy": directives.join("; "),
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Its problems are pages of its own, too. */
export const bundlePageLoader = htmlRoute(
  withLogo((context, params) => ({
    operation: readBundlePage.operationId,
    draw: () => readBundlePage.run(context, params, "page"),
    async drawProblem(problem) {
      const nonce = randomBytes(16).toString("base64");
      const isMissing = problem.status === 404;
      const title = isMissing ? "This bundle is not available" : "Something went wrong";
      const detail = isMissing
        ? "It may have ended, or the link may be incomplete."
        : "Please try again in a moment.";
      const shop = isMissing ? await findShopOfVisit(context) : null;
      const look = shop && (await readShopLook(shop));
      const html = renderMissingBundle(title, detail, nonce, look);
      const response = toHtmlResponse(html, problem.status, { "style-src": `'nonce-${nonce}'` });
      for (const [name, value] of Object.entries(problem.extra.headers ?? {}))
        response.headers.set(name, value);
      return response;
    },
  })),
);
