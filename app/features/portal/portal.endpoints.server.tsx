import { ProblemPage } from "~/features/portal/pages/problem-page";
import { readPortalContent } from "~/features/portal/portal-content.server";
import { toPortalResponse } from "~/features/portal/portal-document.server";
import type { PortalFrame, Refusal } from "~/features/portal/portal-frame";
import { readCarriedToken, readPortalFrame } from "~/features/portal/portal-frame.service.server";
import { type PortalQuery, portalQuery } from "~/features/portal/portal-query";
import { toRefusal } from "~/features/portal/portal-refusal";
import { authenticate } from "~/http/authenticate.server";
import { toFormValues } from "~/http/body.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import type { CustomerPrincipal } from "~/http/principal";
import type { ProblemError } from "~/http/problem";
import type { RequestContext } from "~/http/request-context.server";
import { toProblem } from "~/http/to-problem.server";

const READ = "readPortal";

/** Every view of the portal. */
export const readPortal = defineEndpoint({
  operationId: READ,
  summary: "A page of the portal",
  method: "GET",
  access: { customer: true },
  query: portalQuery,
  handler: ({ principal, query, context }) => drawView({ principal, query, context }, null),
});

type View = { principal: CustomerPrincipal; query: PortalQuery; context: RequestContext };

/** The view, or why there is none: what is wrong is told within the shop's own portal, in the customer's language. */
async function drawView(
  { principal, query, context }: View,
  refused: { problem: ProblemError; toRefusal(frame: PortalFrame): Refusal } | null,
): Promise<Response> {
  const frame = await readPortalFrame(principal.shop, context);
  const note = `${READ} by ${context.loggedCaller}`;
  const headers = new Headers({
    ...Object.fromEntries(context.responseHeaders),
    ...refused?.problem.extra.headers,
  });
  try {
    const token = readCarriedToken(context);
    const refusal = refused?.toRefusal(frame) ?? null;
    const isHead = context.request.method === "HEAD";
    const { title, content } = await readPortalContent({ principal, frame, query, token, isHead }, refusal);
    return toPortalResponse(frame, { title, content, note, headers, status: refused?.problem.status });
  } catch (error) {
    return toProblemPage(toProblem(error, context, READ), frame, context);
  }
}

/** A refused form: the view it stands on, as things are now, with what is wrong and what was typed. */
export async function drawRefused(
  context: RequestContext,
  problem: ProblemError,
  intent: string,
  submitted: Record<string, string>,
): Promise<Response> {
  const principal = await authenticate({ customer: true }, context);
  if (principal.kind !== "customer") throw problem;
  const query = portalQuery.parse(toFormValues(context.url.searchParams));
  return drawView(
    { principal, query, context },
    { problem, toRefusal: (frame) => toRefusal(problem, intent, submitted, frame) },
  );
}

/** A page that says in a sentence why there is no other. */
function toProblemPage(problem: ProblemError, frame: PortalFrame, context: RequestContext): Response {
  const { notFoundTitle, faultTitle } = frame.texts;
  const title = problem.status === 404 ? notFoundTitle : faultTitle;
  return toPortalResponse(frame, {
    title,
    content: <ProblemPage frame={frame} problem={problem} title={title} requestId={context.requestId} />,
    note: READ,
    status: problem.status,
    headers: new Headers({ ...Object.fromEntries(context.responseHeaders), ...problem.extra.headers }),
  });
}
