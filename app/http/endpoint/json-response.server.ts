import { isKnown, Tagged, toEntityTag, toText } from "~/http/request/entity-tags";
import type { RequestContext } from "~/http/request/request-context.server";
import { Utf8Text } from "~/lib/text/utf8-text";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /**
     * Makes a response of a complete body, which scripts/serving/json-adapter.mjs sends without the web stream that a
     * `new Response` would make of it (scripts/serving/late-messages.mjs).
     */
    toResponse?: (body: Body, init: ResponseInit) => Response;
    /** Calls back when the client has disconnected or been sent its whole answer (scripts/serving/json-adapter.mjs). */
    whenGone?: (then: () => void) => void;
    /** The same for the document of an admin page (scripts/serving/page-adapter.mjs). */
    keepDocument?: (response: Response, body: Uint8Array) => void;
    /** The id of the route for a path, from the build that is served; undefined when there is none. */
    findRoute?: (path: string) => string | undefined;
  }
}

type Body = string | Utf8Text | null;

type Answering<R> = {
  method?: string;
  status?: number;
  toResponse?(result: R, context: RequestContext): Response;
};

/** The JSON answer to a successful call. @param result what the handler returns; may be the answer itself */
export function toJsonResponse<R>(endpoint: Answering<R>, result: R, context: RequestContext): Response {
  const { method, status, toResponse: toOwnResponse } = endpoint;
  if (result instanceof Tagged) {
    const text = toText(result);
    const headers = { ETag: toEntityTag(result, text) };
    if (method === "GET" && isKnown(context.request.headers.get("if-none-match"), headers.ETag))
      return toResponse(null, { status: 304, headers }, context);
    return jsonResponse(text, context, { status, headers });
  }
  // A copy: the headers of a redirect, or of a fetched response, are immutable.
  if (result instanceof Response) return new Response(result.body, result);
  if (toOwnResponse) return toOwnResponse(result, context);
  return jsonResponse(JSON.stringify(result), context, { status });
}

/** A response of finished JSON text. Under the serving preload it is sent in one piece, with its length. */
export const jsonResponse = (
  json: string | Utf8Text,
  context: RequestContext,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response =>
  toResponse(
    json,
    { status, headers: { "Content-Type": "application/json; charset=utf-8", ...headers } },
    context,
  );

/** A response with a complete body, or none. */
export const toResponse = (
  body: Body,
  init: ResponseInit,
  context: Pick<RequestContext, "toResponse">,
): Response =>
  context.toResponse?.(body, init) ?? new Response(body instanceof Utf8Text ? body.toString() : body, init);
