import type { LoaderFunctionArgs } from "@remix-run/node";
import { readShopOfLogo } from "~/features/portal/shop-logo";
import { findLogoImage } from "~/features/portal/shop-logo.repo.server";
import { findShopOfVisit } from "~/http/authenticate-customer.server";
import { measure } from "~/http/faces.server";
import { LOG_NOTE_HEADER } from "~/http/internal-headers";
import { type RequestContext, toRequestContext } from "~/http/request-context.server";

const READ = "readShopLogo";

type Loader = (args: LoaderFunctionArgs) => Promise<Response>;

/**
 * A page that carries a shop's logo, and the logo itself: `?logo=<id>` of the page's own path, so that nothing is asked
 * for outside its prefix (wire.md §1 "No portal cookie"). An image is no secret: nobody has to be let in for it.
 */
export const withLogo =
  (loader: Loader): Loader =>
  async (args) => {
    const { searchParams } = new URL(args.request.url);
    const id = searchParams.get("logo");
    return id === null ? loader(args) : toLogoResponse(id, toRequestContext(args.request));
  };

async function toLogoResponse(id: string, context: RequestContext): Promise<Response> {
  const image = await findLogo(id, context);
  const response = new Response(image && new Uint8Array(image), {
    status: image ? 200 : 404,
    headers: image
      ? {
          "Content-Type": "image/png",
          // Another image has another id.
          "Cache-Control": "public, max-age=31536000, immutable",
        }
      : { "Cache-Control": "no-store" },
  });
  response.headers.set("Content-Security-Policy", "default-src 'none'");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Request-Id", context.requestId);
  response.headers.set(LOG_NOTE_HEADER, READ);
  measure(context, READ, "page", response.status);
  return response;
}

async function findLogo(id: string, context: RequestContext): Promise<Uint8Array | null> {
  const shopId = readShopOfLogo(id);
  if (shopId === null) return null;
  // No shop may put its pictures on the storefront of another.
  const visited = await findShopOfVisit(context);
  return visited && visited.id !== shopId ? null : findLogoImage(shopId, id);
}
