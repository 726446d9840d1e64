import { redirect } from "@remix-run/node";
import type { ReactNode } from "react";
import { requireOpen } from "~/access/closed/open-shop";
import { listShopOrigins, toShopOrigin } from "~/access/shop-origin";
import { customerRoute } from "~/features/customer-pages/customer-route.server";
import {
  createPortalContext,
  createShoplessContext,
  NO_SHOP,
  type PortalContext,
} from "~/features/customer-pages/portal-context";
import { toPortalResponse } from "~/features/customer-pages/portal-document.server";
import { withLogo } from "~/features/customer-pages/shop-logo.pages.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { acceptReferralOnPage } from "~/features/referrals/joining/acceptance.endpoints.server";
import { referralTextsOf, toOffer } from "~/features/referrals/offer-text";
import {
  AcceptedPage,
  ClosedPage,
  LandingPage,
  type LandingRefusal,
  MailedPage,
} from "~/features/referrals/pages/landing-page";
import { findOfferOfToken, findWelcomeCode } from "~/features/referrals/records/referrals.repo.server";
import { readShopOfToken } from "~/features/referrals/rules/referral-token";
import { findShopOfHost } from "~/http/callers/shop-of-host.server";
import { byMethod } from "~/http/endpoint/html-route.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { requireSameOrigin } from "~/http/request/same-origin.server";
import { keepSubmitted } from "~/http/request/submitted-form.server";
import { toProblem } from "~/http/request/to-problem.server";
import type { ProblemError } from "~/lib/problem";

const READ = "readReferralOffer";

type Offer = NonNullable<Awaited<ReturnType<typeof findOfferOfToken>>>;
type Visit = { offer: Offer | null; portal: PortalContext; token: string };

/**
 * The page a referral link leads to: without a script, in the shop's look and the visitor's language. Its form runs
 * operation 13; success is a 303 to the page with the code, so that a reload does not accept twice.
 */
export const { loader: landingLoader, action: landingAction } = customerRoute(
  byMethod({
    GET: withLogo((context, params) => ({
      operation: READ,
      draw: () => draw(context, params.token ?? ""),
      renderProblem: (problem) => renderFault(problem, context),
    })),
    POST: (context, params) => {
      const readSubmitted = keepSubmitted(context.request);
      return {
        operation: acceptReferralOnPage.operationId,
        draw: () => accept(context, params.token ?? "", readSubmitted),
        renderProblem: (problem) => renderFault(problem, context),
      };
    },
  }),
);

async function visit(context: RequestContext, token: string): Promise<Visit> {
  const { request, now } = context;
  const shopId = readShopOfToken(token);
  const ofHost = await findShopOfHost(request, now);
  const found = shopId === null ? null : await findOfferOfToken(shopId, token);
  // On another shop's storefront the link is unknown.
  const offer = found && (!ofHost || ofHost.id === found.shop.id) ? found : null;
  const shop = offer ? requireOpen(offer.shop) : ofHost;
  const settings = shop ? await readPortalSettings(shop.id) : DEFAULT_PORTAL_SETTINGS;
  const acceptLanguage = request.headers.get("accept-language");
  const portal = createPortalContext(shop ?? NO_SHOP, settings, {
    acceptLanguage,
    token: null,
    now,
  });
  return { offer, portal, token };
}

async function draw(context: RequestContext, token: string): Promise<Response> {
  const visited = await visit(context, token);
  const { offer, portal } = visited;
  if (offer && context.url.searchParams.get("sent") === "true") {
    const texts = referralTextsOf(portal.locale.language);
    const content = <MailedPage texts={texts} shopUrl={toShopOrigin(offer.shop)} />;
    return respond(portal, { title: texts.landing.mailedTitle, content });
  }
  const code = context.url.searchParams.get("code");
  const welcome = offer && code ? await findWelcomeCode(offer.shop.id, token, code) : null;
  if (!offer || !welcome) return renderOffer(visited, {});
  const texts = referralTextsOf(portal.locale.language);
  const shopUrl = toShopOrigin(offer.shop);
  return respond(portal, {
    title: texts.landing.doneTitle,
    content: <AcceptedPage portal={portal} texts={texts} {...welcome} shopUrl={shopUrl} />,
  });
}

function renderOffer(
  { offer, portal, token }: Visit,
  refused: { refusal?: LandingRefusal; email?: string; status?: number; headers?: Headers },
): Response {
  const texts = referralTextsOf(portal.locale.language);
  const programme = offer?.programme;
  if (!offer || !programme?.isActive) {
    const reason = offer ? "programme_inactive" : "unknown_token";
    const content = <ClosedPage texts={texts} reason={reason} />;
    return respond(portal, { title: texts.landing.closedTitle, content, status: 404 });
  }
  const { limits, offerTexts } = toOffer(programme, offer.shop, portal);
  const from = offer.referrer.firstName?.trim() ?? "";
  const page = { texts, offerTexts, limits, from, token, email: refused.email, refusal: refused.refusal };
  return respond(portal, {
    title: offerTexts.headline,
    content: <LandingPage {...page} />,
    status: refused.status,
    headers: refused.headers,
  });
}

async function accept(
  context: RequestContext,
  token: string,
  readSubmitted: () => Promise<Record<string, string>>,
): Promise<Response> {
  const visited = await visit(context, token);
  requireSameOrigin(context.request, visited.offer ? listShopOrigins(visited.offer.shop) : []);
  if (!visited.offer) return renderOffer(visited, {});
  try {
    const result = await acceptReferralOnPage.run(context, { token }, "page");
    if (result.status === "SUCCESS") {
      const { discountCode } = result;
      const search = new URLSearchParams(discountCode === null ? { sent: "true" } : { code: discountCode });
      return redirect(`?${search}`, 303);
    }
    return renderOffer(visited, {
      refusal: result.errors[0]?.code as LandingRefusal,
      email: (await readSubmitted()).email,
      status: 400,
    });
  } catch (error) {
    const problem = toProblem(error, context, acceptReferralOnPage.operationId);
    return renderOffer(visited, {
      refusal: toLandingRefusal(problem),
      email: (await readSubmitted()).email,
      status: problem.status,
      headers: new Headers(problem.extra.headers),
    });
  }
}

function toLandingRefusal(problem: ProblemError): LandingRefusal {
  if (problem.code === "too_many_requests") return "too_many";
  if (problem.code !== "invalid_request") return "fault";
  const isToken = problem.extra.errors?.some(({ pointer }) => pointer === "/token");
  return isToken ? "unknown_token" : "invalid_email";
}

async function renderFault(problem: ProblemError, context: RequestContext): Promise<Response> {
  const portal = createShoplessContext(context);
  const texts = referralTextsOf(portal.locale.language);
  return respond(portal, {
    title: texts.landing.closedTitle,
    content: <ClosedPage texts={texts} reason="fault" />,
    status: problem.status,
    headers: new Headers(problem.extra.headers),
  });
}

function respond(
  portal: PortalContext,
  page: { title: string; content: ReactNode; status?: number; headers?: Headers },
): Response {
  return toPortalResponse(portal, { ...page, headers: new Headers(page.headers), note: READ });
}
