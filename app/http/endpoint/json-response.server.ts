import type { RequestContext } from "~/http/request/request-context.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** scripts/serving/json-adapter.mjs takes a complete body here, bypassing the web stream that a Response would make of it. */
    keepBody?: (response: Response, body: string | Uint8Array) => void;
    /** The same for the document of a page of the admin (scripts/serving/page-adapter.mjs). */
    keepDocument?: (response: Response, body: Uint8Array) => void;
    /** The id of the route that answers a path, from the build that is served; undefined when none does. */
    findRoute?: (path: string) => string | undefined;
  }
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
