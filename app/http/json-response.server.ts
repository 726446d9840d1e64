import type { RequestContext } from "~/http/request-context.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** scripts/json-adapter.mjs takes a body that is whole here, past the web stream that a Response would make of it. */
    keepBody?: (response: Response, body: string | Uint8Array) => void;
    /** The id of the route that answers a path, from the build that is served; undefined when none does. */
    findRoute?: (path: string) => string | undefined;
  }
}

/** JSON that is written already, sent in one piece and with its length where the serving preload takes it. */
export function jsonResponse(
  json: string | Uint8Array,
  { keepBody }: RequestContext,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const init = { status, headers: { "Content-Type": "application/json; charset=utf-8", ...headers } };
  // The driver never reads into shared memory, which is all that the types fear.
  if (!keepBody) return new Response(json as string | Uint8Array<ArrayBuffer>, init);
  const response = new Response(null, init);
  keepBody(response, json);
  return response;
}
