import { htmlRoute, type ToHtmlAnswer } from "~/http/endpoint/html-route.server";
import type { RequestContext } from "~/http/request/request-context.server";
import type { ProblemError } from "~/lib/problem";
import { createShoplessContext } from "./portal-context";
import { toPortalResponse } from "./portal-document.server";
import { PageHeader } from "./portal-parts";

/**
 * The route of a page that a shop's customers see. Visitors over the rate limit, and those of a closed shop, get a page in
 * their language.
 */
export const customerRoute = (toAnswer: ToHtmlAnswer) => htmlRoute(toAnswer, { renderRefusal });

async function renderRefusal(problem: ProblemError, context: RequestContext): Promise<Response> {
  const portal = createShoplessContext(context);
  const { faultTitle, refused, shopClosed } = portal.texts;
  const { title, lead } =
    problem.code === "shop_closed" ? shopClosed : { title: faultTitle, lead: refused.too_many };
  return toPortalResponse(portal, {
    title,
    content: <PageHeader title={title} lead={lead} />,
    status: problem.status,
    headers: new Headers(problem.extra.headers),
  });
}
