import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { shareRateLimits } from "~/http/callers/rate-sharing.server";
import { createNonce, setPageSecurityHeaders } from "~/http/endpoint/security-headers.server";
import { LOG_NOTE_HEADER, REQUEST_ID_HEADER } from "~/http/request/internal-headers";
import { env } from "~/lib/env.server";
import { logger } from "~/lib/logger.server";
import { NonceContext } from "~/lib/nonce";
import { client, limitStatements } from "~db/client.server";
import { watchDatabase, watchPool } from "~db/watch.server";

declare global {
  // One watch per process, even when the development server reloads this module.
  var perennialWatch: true | undefined;
}
if (!globalThis.perennialWatch) {
  limitStatements(client, env.DATABASE_STATEMENT_MS);
  watchDatabase(client, env.DATABASE_URL, env.DATABASE_PATIENCE_MS);
  watchPool(client, 2 * env.DATABASE_STATEMENT_MS);
}
globalThis.perennialWatch = true;
shareRateLimits();

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { serverHandoffStream, ...context } = { ...remixContext, manifest: toPageManifest(remixContext) };
  const nonce = createNonce();
  // In one piece: every page's data is awaited by its loader, so nothing is left to stream. React's streams write a
  // page in pieces of 2 KB, each through a buffer of its own.
  const markup = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  const data = context.renderMeta?.didRenderScripts ? await toDataScripts(serverHandoffStream, nonce) : "";
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(LOG_NOTE_HEADER, toRouteId(remixContext));
  setPageSecurityHeaders(headers, nonce, request);
  copyProblemHeaders(headers, loadContext);
  const page = `<!DOCTYPE html>${markup}${data}`;
  if (!loadContext.keepDocument) return new Response(page, { headers, status });
  const response = new Response(null, { headers, status });
  loadContext.keepDocument(response, encoder.encode(page));
  return response;
}

/** `Buffer.from` goes through a text twice, to measure it first. */
const encoder = new TextEncoder();

/** The loaders' data for the scripts, in the form that the framework's own component would write after the page. */
async function toDataScripts(stream: EntryContext["serverHandoffStream"], nonce: string): Promise<string> {
  const data = await new Response(stream).text();
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${escapeScript(JSON.stringify(data))});${controller}.close();</script>`;
}

/** Nothing in the data may end the script element, or begin a comment in it. */
const UNSAFE_IN_SCRIPT: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};
const escapeScript = (json: string): string =>
  json.replace(/[&><\u2028\u2029]/g, (character) => UNSAFE_IN_SCRIPT[character] ?? "");

type Manifest = EntryContext["manifest"];
const pageManifests = new WeakMap<Manifest, Map<string, Manifest>>();

/**
 * The manifest with only the routes of this page and of those above it by address, index pages included. The framework
 * builds a tree of all routes for every page, ranks it, and sends the browser just these; the browser asks for others
 * when it needs them.
 */
function toPageManifest({ manifest, routeModules, staticHandlerContext }: EntryContext): Manifest {
  const pageId = staticHandlerContext.matches.at(-1)?.route.id ?? "root";
  const known = pageManifests.get(manifest) ?? new Map<string, Manifest>();
  pageManifests.set(manifest, known);
  let page = known.get(pageId);
  if (!page) {
    const address = toPattern(pageId, manifest.routes);
    const routes = Object.entries(manifest.routes).filter(
      ([id]) => routeModules[id]?.default && `${address}/`.startsWith(`${toPattern(id, manifest.routes)}/`),
    );
    page = { ...manifest, routes: Object.fromEntries(routes) };
    known.set(pageId, page);
  }
  return page;
}

/** The address of a route, such as "/admin/contracts/:contractId"; "" for the root. */
function toPattern(id: string | undefined, routes: Manifest["routes"]): string {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return "";
  const above = toPattern(route.parentId, routes);
  return route.path ? `${above}/${route.path}` : above;
}

/** The route, e.g. "routes/admin.contracts.$contractId": for the access log, which holds no paths. */
const toRouteId = ({ staticHandlerContext: { matches } }: EntryContext): string =>
  matches.at(-1)?.route.id ?? "none";

/** Restores the headers of a problem, which the framework has dropped. */
function copyProblemHeaders(headers: Headers, { problemHeaders }: AppLoadContext): void {
  for (const [name, value] of problemHeaders ?? []) headers.set(name, value);
}

/**
 * The `.data` form of a page, for client-side navigation: sets the headers that the document gets from `handleRequest`.
 */
export function handleDataRequest(
  response: Response,
  { context }: LoaderFunctionArgs | ActionFunctionArgs,
): Response {
  copyProblemHeaders(response.headers, context);
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set(LOG_NOTE_HEADER, "page data");
  return response;
}

/**
 * Loaders log their own failures with the request id. What gets here is a bug in our wiring or the framework's, or a
 * URL or method without a route: the latter are no failures, and their text repeats the URL.
 */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logger.error({ err: error, requestId: request.headers.get(REQUEST_ID_HEADER) }, "unhandled failure");
}
