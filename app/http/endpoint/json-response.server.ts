import { isKnown, Tagged, toEntityTag, toText } from "~/http/request/entity-tags";
import type { RequestContext } from "~/http/request/request-context.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /**
     * scripts/serving/json-adapter.mjs takes a complete body here, without the web stream that a Response would make of
     * it.
     */
    keepBody?: (response: Response, body: string | Uint8Array) => void;
    /** The same for the document of an admin page (scripts/serving/page-adapter.mjs). */
    keepDocument?: (response: Response, body: Uint8Array) => void;
    /** The id of the route for a path, from the build that is served; undefined when there is none. */
    findRoute?: (path: string) => string | undefined;
  }
}

type Answering<R> = {
  method?: string;
  status?: number;
  toResponse?(result: R, context: RequestContext): Response;
};

/** The JSON answer to a successful call. @param result what the handler returns; may be the answer itself */
export function toJsonResponse<R>(endpoint: Answering<R>, result: R, context: RequestContext): Response {
  const { method, status, toResponse } = endpoint;
  if (result instanceof Tagged) {
    const text = toText(result);
    const headers = { ETag: toEntityTag(result, text) };
    if (method === "GET" && isKnown(context.request.headers.get("if-none-match"), headers.ETag))
      return new Response(null, { status: 304, headers });
    return jsonResponse(text, context, { status, headers });
  }
  // A copy: the headers of a redirect, or of a fetched response, are immutable.
  if (result instanceof Response) return new Response(result.body, result);
  if (toResponse) return toResponse(result, context);
  return jsonResponse(JSON.stringify(result), context, { status });
}

/** A response of finished JSON text. Under the serving preload it is sent in one piece, with its length. */
export function jsonResponse(
  json: string | Uint8Array,
  { keepBody }: RequestContext,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const init = { status, headers: { "Content-Type": "application/json; charset=utf-8", ...headers } };
  // The types allow for a SharedArrayBuffer, which the driver never uses.
  if (!keepBody) return new Response(json as string | Uint8Array<ArrayBuffer>, init);
  const response = new Response(null, init);
  keepBody(response, json);
  return response;
}
