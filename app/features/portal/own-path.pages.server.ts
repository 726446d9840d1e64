import { toNotFoundPage } from "~/features/operations/not-found.pages.server";
import { sendPortalForm, visitPortal } from "~/features/portal/portal.pages.server";
import { findShopOfVisit } from "~/http/authenticate-customer.server";
import { htmlRoute } from "~/http/html-face.server";
import type { RequestContext } from "~/http/request-context.server";

type Visit = ReturnType<typeof visitPortal> | ReturnType<typeof sendPortalForm>;

/**
 * What no other route claims: the portal, where the shop has put it on a path of its own (its setting `portalPath`),
 * else nothing.
 */
const onOwnPath = (toVisit: (context: RequestContext) => Visit) =>
  htmlRoute((context) => {
    const visit = toVisit(context);
    return {
      get operation() {
        return visit.operation;
      },
      async draw() {
        if (await isOwnPath(context)) return visit.draw();
        visit.operation = "none";
        return toNotFoundPage();
      },
      drawProblem: visit.drawProblem,
    };
  });

export const ownPathLoader = onOwnPath(visitPortal);
export const ownPathAction = onOwnPath(sendPortalForm);

async function isOwnPath(context: RequestContext): Promise<boolean> {
  const path = context.url.pathname.replace(/^\/+|\/+$/g, "");
  return (await findShopOfVisit(context))?.portalPath === path;
}
