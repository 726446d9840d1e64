import type { LoaderFunctionArgs } from "@remix-run/node";
import { readShopOfLogo } from "~/features/portal/shop-logo";
import { findLogoImage } from "~/features/portal/shop-logo.repo.server";
import { findShopOfVisit } from "~/http/authenticate-customer.server";
import { type HtmlAnswer, htmlRoute, type ToHtmlAnswer } from "~/http/html-face.server";
import type { RequestContext } from "~/http/request-context.server";

type Loader = (args: LoaderFunctionArgs) => Promise<Response>;

/**
 * A page that carries a shop's logo, and the logo itself: `?logo=<id>` of the page's own path, so that nothing is asked
 * for outside its prefix (wire.md §1 "No portal cookie"). An image is no secret: nobody has to be let in for it.
 */
export const withLogo =
  (toAnswer: ToHtmlAnswer): ToHtmlAnswer =>
  (context, params) => {
    const id = context.url.searchParams.get("logo");
    return id === null ? toAnswer(context, params) : toLogoAnswer(id, context);
  };

/** The same beside a page of the admin that shows it in a preview. */
export const orLogo =
  (loader: Loader): Loader =>
  async (args) => {
    const id = new URL(args.request.url).searchParams.get("logo");
    return id === null ? loader(args) : htmlRoute((context) => toLogoAnswer(id, context))(args);
  };

const toLogoAnswer = (id: string, context: RequestContext): HtmlAnswer => ({
  operation: "readShopLogo",
  async draw() {
    const image = await findLogo(id, context);
    return new Response(image && new Uint8Array(image), {
      status: image ? 200 : 404,
      headers: image
        ? {
            ...HEADERS,
            "Content-Type": "image/png",
            // Another image has another id.
            "Cache-Control": "public, max-age=31536000, immutable",
          }
        : HEADERS,
    });
  },
  drawProblem: async ({ status }) => new Response(null, { status, headers: HEADERS }),
});

const HEADERS = { "Content-Security-Policy": "default-src 'none'" };

async function findLogo(id: string, context: RequestContext): Promise<Uint8Array | null> {
  const shopId = readShopOfLogo(id);
  if (shopId === null) return null;
  // No shop may put its pictures on the storefront of another.
  const visited = await findShopOfVisit(context);
  return visited && visited.id !== shopId ? null : findLogoImage(shopId, id);
}
