import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSameOrigin } from "~/http/authenticate.server";
import type { Endpoint, Face } from "~/http/define-endpoint.server";
import { metrics } from "~/http/metrics.server";
import { notFound, type ProblemBody, ProblemError, toProblemBody, toProblemResponse } from "~/http/problem";
import { type RequestContext, toRequestContext } from "~/http/request-context.server";
import { logger } from "~/lib/logger.server";
import { isDatabaseUnreachable } from "~db/errors";

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

/** Anything thrown → the problem to answer with; faults are logged and told blandly. */
function toProblem(error: unknown, context: RequestContext): ProblemError {
  if (error instanceof ProblemError) return error;
  logger.error({ err: error, requestId: context.requestId, path: context.url.pathname }, "request failed");
  if (isDatabaseUnreachable(error)) {
    return new ProblemError("unavailable", "The database cannot be reached right now.", {
      headers: { "Retry-After": "5" },
    });
  }
  return new ProblemError("internal", "Something went wrong on our side. The request id helps us find it.");
}

/** One structured line a request: path and names of parameters, never their values. */
function record(context: RequestContext, operation: string, face: Face, status: number): void {
  const seconds = (Date.now() - context.now.getTime()) / 1000;
  metrics.requests.observe({ operation, face, status }, seconds);
  if (!logger.isLevelEnabled("info")) return;
  const { request, url, requestId } = context;
  const parameters = url.search ? [...new Set(url.searchParams.keys())] : undefined;
  logger.info(
    { requestId, operation, method: request.method, path: url.pathname, parameters, status, seconds },
    "request",
  );
}

function withContextHeaders(response: Response, context: RequestContext): Response {
  for (const [name, value] of context.responseHeaders) {
    if (name === "link") response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  return response;
}

/**
 * The JSON face of all endpoints of one URL: `export const { loader, action } = jsonRoute(a, b)`.
 * Owns the method guard (405 with Allow, OPTIONS) and problem+json for whatever is thrown.
 */
export function jsonRoute(...endpoints: Endpoint[]) {
  const byMethod = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.method, endpoint]));
  const get = byMethod.get("GET");
  if (get) byMethod.set("HEAD", get);
  const allow = [...byMethod.keys(), "OPTIONS"].join(", ");

  async function answer({ request, params }: RouteArgs): Promise<Response> {
    const context = toRequestContext(request);
    const endpoint = byMethod.get(request.method);
    let response: Response;
    try {
      if (request.method === "OPTIONS")
        response = new Response(null, { status: 204, headers: { Allow: allow } });
      else if (!endpoint)
        throw new ProblemError("method_not_allowed", `Use ${allow}.`, { headers: { Allow: allow } });
      else response = toJsonResponse(endpoint, await endpoint.run(context, params, "json"), context);
    } catch (error) {
      response = toProblemResponse(toProblem(error, context), {
        instance: context.url.pathname,
        requestId: context.requestId,
      });
    }
    record(context, endpoint?.operationId ?? "none", "json", response.status);
    return withContextHeaders(response, context);
  }
  return { loader: answer, action: answer };
}

function toJsonResponse(endpoint: Endpoint, result: unknown, context: RequestContext): Response {
  if (result instanceof Response) return result;
  if (endpoint.toResponse) return endpoint.toResponse(result, context);
  return new Response(JSON.stringify(result), {
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}

/** Ends every JSON prefix: whatever no route claims is a 404 problem, not a page (wire.md §1 "Errors"). */
export function jsonNotFound() {
  async function answer({ request }: RouteArgs): Promise<Response> {
    const context = toRequestContext(request);
    const response = toProblemResponse(notFound(), {
      instance: context.url.pathname,
      requestId: context.requestId,
    });
    record(context, "none", "json", 404);
    return withContextHeaders(response, context);
  }
  return { loader: answer, action: answer };
}

/** The page face of a read: typed data, or a thrown problem for the ErrorBoundary; signed-out staff go to sign-in. */
export function pageLoader<R>(endpoint: Endpoint<R>) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<R> => {
    const context = toRequestContext(request);
    try {
      const result = await endpoint.run(context, params, "page");
      record(context, endpoint.operationId, "page", 200);
      return result;
    } catch (error) {
      if (error instanceof Response) throw error;
      const problem = toProblem(error, context);
      record(context, endpoint.operationId, "page", problem.status);
      if (problem.code === "unauthenticated")
        throw redirect(
          `/admin/sign-in?next=${encodeURIComponent(context.url.pathname + context.url.search)}`,
        );
      throw data(toProblemBody(problem, { instance: context.url.pathname, requestId: context.requestId }), {
        status: problem.status,
        headers: { ...problem.extra.headers },
      });
    }
  };
}

/** What a page's action answers: the handler's result, or the problem to show beside the fields. */
export type ActionResult<R> = { ok: true; result: R } | { ok: false; problem: ProblemBody };

/**
 * The page face of writes. Several forms on one page name theirs by the field or parameter `intent`.
 * A handler may return a Response (303) itself.
 */
export function pageAction<R>(endpoints: Record<string, Endpoint<R>>) {
  return async ({ request, params }: ActionFunctionArgs) => {
    const context = toRequestContext(request);
    const intent = context.url.searchParams.get("intent") ?? Object.keys(endpoints)[0] ?? "";
    const endpoint = Object.hasOwn(endpoints, intent) ? endpoints[intent] : undefined;
    try {
      requireSameOrigin(request);
      if (!endpoint) throw new ProblemError("invalid_request", `There is no form "${intent}" here.`);
      const result = await endpoint.run(context, params, "page");
      record(context, endpoint.operationId, "page", 200);
      if (result instanceof Response) return result as never;
      return data<ActionResult<R>>({ ok: true, result });
    } catch (error) {
      if (error instanceof Response) throw error;
      const problem = toProblem(error, context);
      record(context, endpoint?.operationId ?? "none", "page", problem.status);
      if (problem.code === "unauthenticated")
        throw redirect(`/admin/sign-in?next=${encodeURIComponent(context.url.pathname)}`);
      const body = toProblemBody(problem, { instance: context.url.pathname, requestId: context.requestId });
      return data<ActionResult<R>>(
        { ok: false, problem: body },
        { status: problem.status, headers: { ...problem.extra.headers } },
      );
    }
  };
}
