import { redirect } from "@remix-run/node";
import { findShopSettings } from "~/access/shops.repo.server";
import { customerRoute } from "~/features/customer-pages/customer-route.server";
import { createPortalContext, createShoplessContext } from "~/features/customer-pages/portal-context";
import { toPortalResponse } from "~/features/customer-pages/portal-document.server";
import { PageHeader } from "~/features/customer-pages/portal-parts";
import { withLogo } from "~/features/customer-pages/shop-logo.pages.server";
import { noticeTextsOf } from "~/features/notice-settings/texts/texts-of";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { findShopOfHost } from "~/http/callers/shop-of-host.server";
import { byMethod } from "~/http/endpoint/html-route.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { notFound, type ProblemError } from "~/lib/problem";
import { isOptedOut, setOptedIn, setOptedOut } from "./notices.repo.server";
import { readStopToken } from "./stop-link.server";

type Change = "stop" | "again" | null;

/**
 * The page behind a reminder's List-Unsubscribe. A visit changes nothing, because mail scanners follow links. A POST
 * turns reminders off at once, also from a mail program (RFC 8058): it has no origin and follows no redirect, and the
 * sealed link is the proof.
 */
export const { loader: stopLoader, action: stopAction } = customerRoute(
  byMethod({
    GET: withLogo((context, params) => ({
      operation: "readReminders",
      draw: () => draw(context, params.token ?? "", null),
      renderProblem: (problem) => renderFault(problem, context),
    })),
    POST: (context, params) => ({
      operation: "stopReminders",
      draw: () => draw(context, params.token ?? "", context.url.searchParams.has("again") ? "again" : "stop"),
      renderProblem: (problem) => renderFault(problem, context),
    }),
  }),
);

async function draw(context: RequestContext, token: string, change: Change): Promise<Response> {
  const { request, now } = context;
  const claims = await readStopToken(token);
  const shop = claims && (await findShopSettings(claims.shopId));
  const ofHost = await findShopOfHost(request, now);
  // On another shop's storefront the link is unknown.
  if (!claims || !shop || (ofHost && ofHost.id !== shop.id)) throw notFound("This link is not known.");
  if (change === "stop") await setOptedOut(shop.id, claims.customerId, now);
  if (change === "again") await setOptedIn(shop.id, claims.customerId);
  if (change && request.headers.has("origin")) return redirect("?", 303);
  const portal = createPortalContext(shop, await readPortalSettings(shop.id), {
    acceptLanguage: request.headers.get("accept-language"),
    token: null,
    now,
  });
  const texts = noticeTextsOf(portal.locale.language).stopping;
  const isStopped = await isOptedOut(shop.id, claims.customerId);
  return toPortalResponse(portal, {
    title: texts.title,
    headers: new Headers(),
    note: "readReminders",
    content: (
      <>
        <PageHeader title={texts.title} />
        <section className="card">
          <p role="status">{isStopped ? texts.done(shop.name) : texts.text(shop.name)}</p>
          <form method="post" action={isStopped ? "?again" : "?"}>
            <button className="b" type="submit">
              {isStopped ? texts.again : texts.button}
            </button>
          </form>
        </section>
      </>
    ),
  });
}

async function renderFault(problem: ProblemError, context: RequestContext): Promise<Response> {
  const portal = createShoplessContext(context);
  const { title } = noticeTextsOf(portal.locale.language).stopping;
  return toPortalResponse(portal, {
    title,
    status: problem.status,
    headers: new Headers(problem.extra.headers),
    note: "readReminders",
    content: (
      <PageHeader title={title} lead={problem.status === 404 ? portal.texts.notFound : portal.texts.fault} />
    ),
  });
}
