import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { takeShownShop } from "~/http/callers/shown-shop";
import { type RequestContext, toRequestContext } from "~/http/request/request-context.server";
import { requireSameOrigin } from "~/http/request/same-origin.server";
import { keepSubmitted } from "~/http/request/submitted-form.server";
import { toProblem } from "~/http/request/to-problem.server";
import { type ActionResult, invalidRequest, notFound, ProblemError, toProblemBody } from "~/lib/problem";
import {
  answerLate,
  complete,
  findWayOut,
  measure,
  type RouteKind,
  toPlace,
  toProblemResponse,
  toStaffProblem,
} from "./complete.server";
import type { Endpoint } from "./define-endpoint.server";
import { jsonResponse, toJsonResponse, toResponse } from "./json-response.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /**
     * Headers of a page's problem (`Retry-After`, `Allow`). The framework drops those of an error, and in a page's
     * `.data` form all of them; app/entry.server.tsx adds them to both.
     */
    problemHeaders?: Headers;
  }
}

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * The JSON route of all endpoints of one URL: `export const { loader, action } = jsonRoute(a, b)`. Checks the method
 * (405 with Allow, OPTIONS) and answers whatever is thrown as problem+json.
 */
export const jsonRoute = (...endpoints: Endpoint[]) => bareRoute("json", endpoints);

/**
 * Files for staff to download. Bodies are forms, as on a page, but there is no error view, so problems are answered as
 * to a JSON caller; signed-out staff are sent to sign in.
 */
export const fileRoute = (...endpoints: Endpoint<Response>[]) => bareRoute("page", endpoints);

function bareRoute(routeKind: RouteKind, endpoints: Endpoint[]) {
  const byMethod = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.method, endpoint]));
  if (byMethod.size < endpoints.length) throw new Error("Two endpoints of one URL have the same method.");
  const get = byMethod.get("GET");
  if (get) byMethod.set("HEAD", get);
  const allow = [...byMethod.keys(), "OPTIONS"].join(", ");

  async function answer({ request, params, context: given }: RouteArgs): Promise<Response> {
    const context = toRequestContext(request, given);
    const endpoint = byMethod.get(request.method);
    const operation = endpoint?.operationId ?? "none";
    let response: Response;
    try {
      if (request.method === "OPTIONS")
        response = toResponse(null, { status: 204, headers: { Allow: allow } }, context);
      else if (!endpoint)
        throw new ProblemError("method_not_allowed", `Use ${allow}.`, { headers: { Allow: allow } });
      else response = toJsonResponse(endpoint, await endpoint.run(context, params, routeKind), context);
    } catch (error) {
      const problem = toProblem(error, context, operation);
      await answerLate(problem);
      if (routeKind === "page") response = toStaffProblem(problem, context);
      else response = toOwnRefusal(endpoint, problem, context) ?? toProblemResponse(problem, context);
    }
    return complete(response, context, operation, routeKind);
  }
  // The endpoints, for the table of URLs (scripts/building/json-urls.ts).
  return { loader: Object.assign(answer, { endpoints }), action: answer };
}

/** A refusal in the endpoint's own form, if it has one for it. */
function toOwnRefusal(
  endpoint: Endpoint | undefined,
  problem: ProblemError,
  context: RequestContext,
): Response | null {
  const refusal = endpoint?.ownRefusal;
  if (!refusal?.codes.includes(problem.code)) return null;
  return jsonResponse(JSON.stringify(refusal.toBody(toProblemBody(problem, toPlace(context)))), context, {
    status: refusal.status,
  });
}

/** The last route of every JSON prefix: unknown URLs get a 404 problem, not a page (wire.md §1 "Errors"). */
export function jsonNotFound() {
  async function answer({ request, context: given }: RouteArgs): Promise<Response> {
    const context = toRequestContext(request, given);
    const response = toProblemResponse(notFound(), context);
    return complete(response, context, "none", "json");
  }
  return { loader: answer, action: answer };
}

/**
 * The page route of a read: typed data, or a thrown problem for the ErrorBoundary; signed-out staff are sent to sign
 * in.
 */
export function pageLoader<R>(endpoint: Endpoint<R>) {
  const answer = async ({ request, params, context: given }: LoaderFunctionArgs): Promise<R> => {
    const context = toRequestContext(request, given);
    // Without scripts a form's answer is its page, read anew at the form's address: of the shop that is the session's
    // by now.
    takeShownShop(context.url);
    try {
      const result = await endpoint.run(context, params, "page");
      measure(context, endpoint.operationId, "page", result instanceof Response ? result.status : 200);
      return result;
    } catch (error) {
      if (error instanceof Response) {
        measure(context, endpoint.operationId, "page", error.status);
        throw error;
      }
      const problem = toProblem(error, context, endpoint.operationId);
      await answerLate(problem);
      measure(context, endpoint.operationId, "page", problem.status);
      const wayOut = findWayOut(problem, context.url.pathname + context.url.search);
      if (wayOut) throw wayOut;
      throw toPageProblem(problem, context);
    }
  };
  // The endpoint, for tests that list pages (test/isolation).
  return Object.assign(answer, { endpoints: [endpoint] });
}

function toPageProblem(problem: ProblemError, context: RequestContext) {
  const headers = { ...problem.extra.headers };
  for (const [name, value] of Object.entries(headers)) context.problemHeaders?.set(name, value);
  return data(toProblemBody(problem, toPlace(context)), { status: problem.status, headers });
}

const toMissingForm = (intents: string[]): ProblemError =>
  invalidRequest([
    { parameter: "intent", code: "invalid_value", detail: `Name the form: ${intents.join(", ")}.` },
  ]);

/**
 * The page route of writes: form posts only. On a page with several forms, a post names its form by the parameter
 * `intent`; without it, the usual one is meant. A handler may return a Response (303) itself.
 */
export function pageAction<R>(endpoints: Record<string, Endpoint<R>>) {
  const answer = async ({ request, params, context: given }: ActionFunctionArgs) => {
    const context = toRequestContext(request, given);
    const [only, ...others] = Object.keys(endpoints);
    const intent = context.url.searchParams.get("intent") ?? (others.length === 0 ? only : undefined) ?? "";
    const endpoint = Object.hasOwn(endpoints, intent) ? endpoints[intent] : undefined;
    const operation = endpoint?.operationId ?? "none";
    const readSubmitted = keepSubmitted(request);
    try {
      if (request.method !== "POST")
        throw new ProblemError("method_not_allowed", "Use POST.", { headers: { Allow: "GET, HEAD, POST" } });
      requireSameOrigin(request);
      if (!endpoint) throw toMissingForm(Object.keys(endpoints));
      const result = await endpoint.run(context, params, "page");
      measure(context, operation, "page", result instanceof Response ? result.status : 200);
      if (result instanceof Response) return result as never;
      return data<ActionResult<R>>({ intent, ok: true, result });
    } catch (error) {
      if (error instanceof Response) {
        measure(context, operation, "page", error.status);
        throw error;
      }
      const problem = toProblem(error, context, operation);
      await answerLate(problem);
      measure(context, operation, "page", problem.status);
      const wayOut = findWayOut(problem, context.url.pathname);
      if (wayOut) throw wayOut;
      const { data: body, init } = toPageProblem(problem, context);
      const submitted = await readSubmitted();
      return data<ActionResult<R>>({ intent, ok: false, problem: body, submitted }, init ?? undefined);
    }
  };
  return Object.assign(answer, { forms: endpoints });
}
