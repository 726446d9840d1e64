import { toProblemPage } from "~/features/portal/portal.endpoints.server";
import { toPortalResponse } from "~/features/portal/portal-document.server";
import { createPortalFrame } from "~/features/portal/portal-frame";
import { readPortalFrame } from "~/features/portal/portal-frame.service.server";
import { PageHead } from "~/features/portal/portal-parts";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal/portal-settings";
import type { ProblemError } from "~/http/problem";
import type { RequestContext } from "~/http/request-context.server";
import { findShopOfHost } from "~/http/shop-of-host.server";

/** What whoever has nothing that opens the portal sees. */
export async function toDoorPage(problem: ProblemError, context: RequestContext): Promise<Response> {
  const { request, now } = context;
  const shop = await findShopOfHost(request, now);
  const frame = shop
    ? await readPortalFrame(shop, context)
    : createPortalFrame({ name: "", timeZone: "UTC" }, DEFAULT_PORTAL_SETTINGS, {
        acceptLanguage: request.headers.get("accept-language"),
        token: null,
        now,
      });
  if (problem.status !== 401) return toProblemPage(problem, frame, context);
  const { expiredTitle, expired } = frame.texts.link;
  return toPortalResponse(frame, {
    title: expiredTitle,
    content: <PageHead title={expiredTitle} lead={expired} />,
    note: "portal door",
    status: 401,
    headers: new Headers(context.responseHeaders),
  });
}
