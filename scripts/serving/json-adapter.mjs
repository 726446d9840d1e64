/**
 * From node:http to a Remix resource route and back, for the JSON paths and the pages of a storefront: without Express
 * and its middleware, with one route match instead of two; and a complete body is sent in one piece with its length,
 * not through a web stream. Source: docs/decisions/024-json-paths-without-express.md.
 */
import { logFault } from "./access-log.mjs";
import { createLateMessages } from "./late-messages.mjs";
import { refuse } from "./refusals.mjs";

const MUTATIONS = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * @param build the server build that remix-serve has loaded
 * @param remix `matchRoutes` of `@remix-run/router`, and the streams of `@remix-run/node`
 * @param otherwise the listener for pages
 * @returns a listener for requests whose headers and URL the preload has normalised
 */
export function createDirectListener(build, remix, otherwise) {
  const routes = toTree(Object.values(build.routes));
  const { LateRequest, LateResponse } = createLateMessages(globalThis);
  const make = (req) => toRequest(req, remix.createReadableStreamFromReadable);
  // app/http uses this to make responses with a complete body.
  const toResponse = (content, init) => new LateResponse(content, init);

  async function answer(req, res, { href }, { route: { module }, params }) {
    try {
      const { method, headers } = req;
      // A request with a body is made at once: otherwise it would go unnoticed that the client has disconnected.
      const request = hasBody(req)
        ? make(req)
        : new LateRequest({ method, url: href, headers: withoutEmpty(headers) }, () => make(req));
      const handle = MUTATIONS.has(method) ? module.action : module.loader;
      // The app can then take a waiting call out of its queue.
      const whenGone = (then) => res.once("close", then);
      const response = await handle({ request, params, context: { toResponse, whenGone } });
      if (response instanceof LateResponse) sendLate(res, response);
      else {
        setHead(res, response);
        await sendBody(res, response, undefined, remix);
      }
    } catch (error) {
      // The client is gone: no error, and nobody to answer.
      if (error === req.errored) return;
      logFault(req, error);
      if (res.headersSent) res.destroy();
      else refuse(req, res, "internal");
    }
  }

  return (req, res) => {
    const url = new URL(toHref(req));
    const match = remix.matchRoutes(routes, url.pathname)?.at(-1);
    return match && isResource(match.route.module) ? answer(req, res, url, match) : otherwise(req, res);
  };
}

function sendLate(res, { status, headers: { fields }, content }) {
  res.statusCode = status;
  for (const [name, value] of fields) res.setHeader(name, value);
  if (content === null) return void res.end();
  if (typeof content === "string") {
    res.setHeader("Content-Length", Buffer.byteLength(content));
    res.end(content);
  } else sendText(res, content);
}

/** Sends a `Utf8Text`; its memory is given back once the system has taken all of it. */
function sendText(res, text) {
  // Not `res.socket`: it is unset while an earlier answer on the connection is being sent, and after the end.
  const { socket } = res.req;
  res.setHeader("Content-Length", text.length);
  // Node also calls back when the connection broke off; memory it still holds then is left to garbage collection.
  res.end(text.bytes, () => {
    if (!socket.destroyed) text.giveBack();
  });
}

export function setHead(res, response) {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
}

/** @param body the complete body, if the app has stored it; otherwise it is read from the response */
export async function sendBody(res, response, body, remix) {
  if (body !== undefined) {
    res.setHeader("Content-Length", Buffer.byteLength(body));
    res.end(body);
  } else if (response.body) await remix.writeReadableStreamToWritable(response.body, res);
  else res.end();
}

/** @returns a function that gives the id of the route for a path; undefined when there is none */
export function createRouteFinder(build, remix) {
  let routes;
  return (path) => {
    routes ??= toTree(Object.values(build.routes));
    return remix.matchRoutes(routes, path)?.at(-1)?.route.id;
  };
}

/** A route without a page: its loader and action make the whole response. */
const isResource = ({ default: page, ErrorBoundary, loader, action }) =>
  !page && !ErrorBoundary && loader !== undefined && action !== undefined;

/** The build's list of routes as the router takes them. */
const toTree = (all, parentId) =>
  all
    .filter((route) => route.parentId === parentId)
    .map((route) => ({ ...route, ...(!route.index && { children: toTree(all, route.id) }) }));

/** @param signal ends the work when the client is gone; a Request without one is cheaper */
export function toRequest(req, toStream, signal) {
  const { method, headers } = req;
  const init = { method, headers: withoutEmpty(headers), signal };
  if (hasBody(req)) {
    init.body = toStream(req);
    init.duplex = "half";
  }
  return new Request(toHref(req), init);
}

function toHref({ headers, url }) {
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http";
  return `${scheme}://${headers.host}${url}`;
}

/** Omits headers without a value. */
function withoutEmpty(headers) {
  for (const name in headers) if (!headers[name]) delete headers[name];
  return headers;
}

/** A Request allows no body for GET and HEAD. */
const hasBody = ({ method, headers }) =>
  method !== "GET" &&
  method !== "HEAD" &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);
