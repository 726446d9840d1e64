import type { CustomerPrincipal } from "~/access/principal";
import type { FormRefusals } from "~/features/customer-pages/form-refusals";
import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import { readCarriedToken, readPortalContext } from "~/features/customer-pages/portal-context.service.server";
import { toPortalResponse } from "~/features/customer-pages/portal-document.server";
import { ProblemPage } from "~/features/customer-pages/problem-page";
import { toRefusal } from "~/features/portal/forms/portal-refusal";
import { isClickWithin, rememberLanguage } from "~/features/portal/forms/remember-language.server";
import { type PortalQuery, portalQuery } from "~/features/portal/view/portal-query";
import { authenticate } from "~/http/callers/authenticate.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { toFormValues } from "~/http/request/body.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { toProblem } from "~/http/request/to-problem.server";
import type { ProblemError } from "~/lib/problem";
import { readPortalContent } from "./portal-content.server";

const READ = "readPortal";

/** Every view of the portal. */
export const readPortal = defineEndpoint({
  operationId: READ,
  method: "GET",
  access: { customer: true },
  query: portalQuery,
  handler: ({ principal, query, context }) => renderView({ principal, query, context }, null),
});

type View = { principal: CustomerPrincipal; query: PortalQuery; context: RequestContext };

/**
 * The view, or the reason why there is none: errors are shown within the shop's own portal, in the customer's language.
 */
async function renderView(
  { principal, query, context }: View,
  refused: { problem: ProblemError; toRefusal(portal: PortalContext): Refusal } | null,
): Promise<Response> {
  const portal = await readPortalContext(principal.shop, context);
  if (portal.settings.followsBrowser && isClickWithin(context.request, principal.shop))
    await rememberLanguage(principal, context);
  const note = `${READ} by ${context.loggedCaller}`;
  const headers = new Headers({
    ...Object.fromEntries(context.responseHeaders),
    ...refused?.problem.extra.headers,
  });
  try {
    const token = readCarriedToken(context);
    const refusal = refused?.toRefusal(portal) ?? null;
    const isHead = context.request.method === "HEAD";
    const { receivedAt } = context;
    const page = await readPortalContent({ principal, portal, query, token, isHead, receivedAt }, refusal);
    const title = refusal ? `${refusal.text} · ${page.title}` : page.title;
    return toPortalResponse(portal, { ...page, title, note, headers, status: refused?.problem.status });
  } catch (error) {
    return toProblemPage(toProblem(error, context, READ), portal, context);
  }
}

/** A refused form: its view as things are now, with the errors and what was typed. */
export async function renderRefused(
  context: RequestContext,
  problem: ProblemError,
  form: FormRefusals,
  submitted: Record<string, string>,
): Promise<Response> {
  const principal = await authenticate({ customer: true }, context);
  if (principal.kind !== "customer") throw problem;
  const query = portalQuery.parse(toFormValues(context.url.searchParams));
  return renderView(
    { principal, query, context },
    { problem, toRefusal: (portal) => toRefusal(problem, form, submitted, portal) },
  );
}

/** A page with one sentence that says why there is no other. */
function toProblemPage(problem: ProblemError, portal: PortalContext, context: RequestContext): Response {
  const { notFoundTitle, faultTitle } = portal.texts;
  const title = problem.status === 404 ? notFoundTitle : faultTitle;
  return toPortalResponse(portal, {
    title,
    content: <ProblemPage portal={portal} problem={problem} title={title} requestId={context.requestId} />,
    note: READ,
    status: problem.status,
    headers: new Headers({ ...Object.fromEntries(context.responseHeaders), ...problem.extra.headers }),
  });
}
