import { readShopOfLogo } from "~/features/portal-settings/shop-logo";
import { findLogoImage } from "~/features/portal-settings/shop-logo.repo.server";
import { findShopOfVisit } from "~/http/callers/authenticate-customer.server";
import type { HtmlAnswer, ToHtmlAnswer } from "~/http/endpoint/html-route.server";
import { IMAGE_SECURITY } from "~/http/endpoint/security-headers.server";
import type { RequestContext } from "~/http/request/request-context.server";

/**
 * A page with a shop's logo, and the logo itself: `?logo=<id>` of the page's own path, so that nothing outside its
 * prefix is requested (wire.md §1 "No portal cookie"). The image is public: it needs no token.
 */
export const withLogo =
  (toAnswer: ToHtmlAnswer): ToHtmlAnswer =>
  (context, params) => {
    const id = context.url.searchParams.get("logo");
    return id === null ? toAnswer(context, params) : toLogoAnswer(id, context);
  };

const toLogoAnswer = (id: string, context: RequestContext): HtmlAnswer => ({
  operation: "readShopLogo",
  isImage: true,
  async draw() {
    const image = await findLogo(id, context);
    return new Response(image && new Uint8Array(image), {
      status: image ? 200 : 404,
      headers: image
        ? {
            ...IMAGE_SECURITY,
            "Content-Type": "image/png",
            // A new image has a new id.
            "Cache-Control": "public, max-age=31536000, immutable",
          }
        : IMAGE_SECURITY,
    });
  },
  async renderProblem({ status, message, extra }) {
    const headers = new Headers(extra.headers);
    for (const [name, value] of Object.entries(IMAGE_SECURITY)) headers.set(name, value);
    headers.set("Content-Type", "text/plain; charset=utf-8");
    return new Response(message, { status, headers });
  },
});

async function findLogo(id: string, context: RequestContext): Promise<Uint8Array | null> {
  const shopId = readShopOfLogo(id);
  if (shopId === null) return null;
  // A shop's images are not served on another shop's storefront.
  const visited = await findShopOfVisit(context);
  return visited && visited.id !== shopId ? null : findLogoImage(shopId, id);
}
