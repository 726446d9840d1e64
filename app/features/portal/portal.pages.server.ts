import {
  readTestPage,
  testPageForms,
  toTestPageProblem,
} from "~/features/billing/gateway/test/test-page.endpoints.server";
import { TEST_PAGE } from "~/features/billing/gateway/test/test-pages.repo.server";
import { customerRoute } from "~/features/customer-pages/customer-route.server";
import { withLogo } from "~/features/customer-pages/shop-logo.pages.server";
import { portalForms } from "~/features/portal/forms/portal-actions.endpoints.server";
import type { PortalEndpoint } from "~/features/portal/forms/portal-form.server";
import { portalSignInForms } from "~/features/portal/sign-in/portal-sign-in.endpoints.server";
import { toPortalSignInPage } from "~/features/portal/sign-in/portal-sign-in-page.server";
import { referralForms } from "~/features/referrals/joining/invitation.endpoints.server";
import { requirePortalOrigin } from "~/http/callers/authenticate-customer.server";
import { byMethod, type HtmlAnswer } from "~/http/endpoint/html-route.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { keepSubmitted } from "~/http/request/submitted-form.server";
import { ProblemError } from "~/lib/problem";
import { readPortal, renderRefused } from "./portal.endpoints.server";
import { returnToPortal } from "./portal-return.endpoints.server";

/**
 * The portal as a page: GET renders the view that the query names, POST sends one of its forms. Without a valid token
 * or signature, visitors get the sign-in page. The same path serves the way back from a hosted page, and the test
 * gateway's own pages.
 */
const visitPortal = withLogo((context: RequestContext) => {
  const { searchParams } = context.url;
  const isTestPage = searchParams.has(TEST_PAGE);
  const endpoint = isTestPage ? readTestPage : searchParams.has("back") ? returnToPortal : readPortal;
  return {
    operation: endpoint.operationId,
    draw: () => endpoint.run(context, {}, "page"),
    renderProblem: (problem: ProblemError) =>
      isTestPage ? toTestPageProblem(problem, context) : toPortalSignInPage(problem, context),
  };
});

/** Every form that can be posted to the portal's path, by its `intent`. */
export const FORMS_OF_PORTAL: Record<string, PortalEndpoint> = {
  ...portalForms,
  ...referralForms,
  ...portalSignInForms,
  ...testPageForms,
};

function sendPortalForm(context: RequestContext): HtmlAnswer {
  const { request, url } = context;
  const intent = url.searchParams.get("intent") ?? "";
  const form = Object.hasOwn(FORMS_OF_PORTAL, intent) ? FORMS_OF_PORTAL[intent] : undefined;
  const readSubmitted = keepSubmitted(request);
  return {
    operation: form?.operationId ?? "none",
    async draw() {
      await requirePortalOrigin(context);
      if (!form) throw new ProblemError("invalid_request", "There is no such form in the portal.");
      return form.run(context, {}, "page");
    },
    async renderProblem(problem: ProblemError) {
      const submitted = await readSubmitted();
      if (Object.hasOwn(testPageForms, intent)) return toTestPageProblem(problem, context, submitted);
      if (Object.hasOwn(portalSignInForms, intent))
        return toPortalSignInPage(problem, context, { intent, submitted });
      if (problem.status >= 500) return toPortalSignInPage(problem, context);
      // If the page it was sent from cannot be shown either, the sign-in page reports the problem.
      return renderRefused(context, problem, form ?? {}, submitted).catch(() =>
        toPortalSignInPage(problem, context),
      );
    },
  };
}

export const portal = byMethod({ GET: visitPortal, POST: sendPortalForm });
export const { loader: portalLoader, action: portalAction } = customerRoute(portal);
