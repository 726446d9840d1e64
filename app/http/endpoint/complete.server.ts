import { redirect } from "@remix-run/node";
import { LOG_NOTE_HEADER } from "~/http/request/internal-headers";
import { type RequestContext, toApiOrigin } from "~/http/request/request-context.server";
import { isSafeMethod } from "~/http/request/same-origin.server";
import { type ProblemError, toProblemBody } from "~/lib/problem";
import { toResponse } from "./json-response.server";
import { metrics } from "./metrics.server";

/** JSON for programs; pages, files and forms for people. */
export type RouteKind = "json" | "page";

export function measure(context: RequestContext, operation: string, kind: RouteKind, status: number): void {
  metrics.requests.observe(
    { operation, route_kind: kind, status },
    (performance.now() - context.begunAt) / 1000,
  );
}

/** Adds what every response without a framework page has, and the note for the access log. */
export function complete(
  response: Response,
  context: RequestContext,
  operation: string,
  kind: RouteKind,
): Response {
  const { headers } = response;
  for (const [name, value] of context.responseHeaders) {
    if (name === "Link") headers.append(name, value);
    else headers.set(name, value);
  }
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
  const by = context.loggedCaller ? ` by ${context.loggedCaller}` : "";
  if (!headers.has(LOG_NOTE_HEADER)) headers.set(LOG_NOTE_HEADER, operation + by);
  measure(context, operation, kind, response.status);
  return response;
}

/** Delays the refusal of a caller that keeps calling although it is over its limit (docs/decisions/110). */
export async function answerLate({ extra: { answeredAfterMs } }: ProblemError): Promise<void> {
  if (answeredAfterMs) await new Promise((resolve) => setTimeout(resolve, answeredAfterMs));
}

/** What a problem says about its request. */
export const toPlace = ({ request, url, requestId }: RequestContext) => ({
  origin: toApiOrigin(request),
  instance: url.pathname,
  requestId,
});

/** The problem as a document (RFC 9457). */
export const toProblemResponse = (problem: ProblemError, context: RequestContext): Response => {
  const { status, extra } = problem;
  const headers = {
    "Content-Type": "application/problem+json; charset=utf-8",
    "Cache-Control": "no-store",
    // RFC 9110 §11.6.1: a 401 names a way in.
    ...(status === 401 && { "WWW-Authenticate": 'ApiKey realm="Perennial"' }),
    ...extra.headers,
  };
  return toResponse(JSON.stringify(toProblemBody(problem, toPlace(context))), { status, headers }, context);
};

const toSignIn = (next: string): Response => redirect(`/admin/sign-in?next=${encodeURIComponent(next)}`);

/**
 * Where a page redirects to instead of showing a problem: to the sign-in, to what the shop requires of its staff, or
 * to the page that says in which shop they are now, or that it is closed.
 */
export function findWayOut({ code }: ProblemError, next: string): Response | null {
  if (code === "unauthenticated") return toSignIn(next);
  if (code === "shop_switched") return redirect("/admin/switch-shop?switched=true");
  if (code === "shop_closed") return redirect("/admin/closed");
  return code === "second_factor_required" ? redirect("/admin/account/two-step") : null;
}

/** A problem of a staff route without a page around it: a problem document; signed-out staff are sent to sign in. */
export function toStaffProblem(problem: ProblemError, context: RequestContext): Response {
  const { pathname, search } = context.url;
  // A link that downloads would save the page it is led to as the file.
  const isOfShop = problem.code === "shop_switched" || problem.code === "shop_closed";
  const isDownload = isSafeMethod(context.request.method) && isOfShop;
  return (!isDownload && findWayOut(problem, pathname + search)) || toProblemResponse(problem, context);
}
