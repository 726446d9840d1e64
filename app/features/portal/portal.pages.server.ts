import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { drawRefused, readPortal } from "~/features/portal/portal.endpoints.server";
import { portalForms } from "~/features/portal/portal-actions.endpoints.server";
import { withLogo } from "~/features/portal/shop-logo.pages.server";
import { doorForms } from "~/features/portal-access/portal-door.endpoints.server";
import { toDoorPage } from "~/features/portal-access/portal-door.server";
import { referralForms } from "~/features/referrals/invitation.endpoints.server";
import { requirePortalOrigin } from "~/http/authenticate-customer.server";
import type { Endpoint } from "~/http/define-endpoint.server";
import { measure } from "~/http/faces.server";
import { LOG_NOTE_HEADER } from "~/http/internal-headers";
import { ProblemError } from "~/http/problem";
import { type RequestContext, toRequestContext } from "~/http/request-context.server";
import { keepSubmitted } from "~/http/submitted-form.server";
import { toProblem } from "~/http/to-problem.server";

/**
 * The portal as a page: GET draws the view that the query names, POST sends one of its forms. Whoever has nothing that
 * opens it stands before its door.
 */
export const portalLoader = withLogo(async ({ request }: LoaderFunctionArgs) => {
  const context = toRequestContext(request);
  const response = await readPortal
    .run(context, {}, "page")
    .catch((error) => toDoorPage(toProblem(error, context, readPortal.operationId), context));
  measure(context, readPortal.operationId, "page", response.status);
  return response;
});

export async function portalAction({ request }: ActionFunctionArgs): Promise<Response> {
  const context = toRequestContext(request);
  const intent = context.url.searchParams.get("intent") ?? "";
  const forms: Record<string, Endpoint<Response>> = { ...portalForms, ...referralForms, ...doorForms };
  const form = Object.hasOwn(forms, intent) ? forms[intent] : undefined;
  const operation = form?.operationId ?? "none";
  const readSubmitted = keepSubmitted(request);
  let response: Response;
  try {
    if (request.method !== "POST")
      throw new ProblemError("method_not_allowed", "Use POST.", { headers: { Allow: "GET, HEAD, POST" } });
    await requirePortalOrigin(context);
    if (!form) throw new ProblemError("invalid_request", "There is no such form in the portal.");
    response = complete(await form.run(context, {}, "page"), context, operation);
  } catch (error) {
    const problem = toProblem(error, context, operation);
    const submitted = await readSubmitted();
    response = Object.hasOwn(doorForms, intent)
      ? await toDoorPage(problem, context, { intent, submitted })
      : await drawRefused(context, problem, intent, submitted).catch((again) =>
          toDoorPage(toProblem(again, context, operation), context),
        );
  }
  measure(context, operation, "page", response.status);
  return response;
}

function complete(response: Response, context: RequestContext, operation: string): Response {
  for (const [name, value] of context.responseHeaders) response.headers.set(name, value);
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set(
    LOG_NOTE_HEADER,
    context.loggedCaller ? `${operation} by ${context.loggedCaller}` : operation,
  );
  return response;
}
