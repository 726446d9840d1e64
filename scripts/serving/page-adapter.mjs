/**
 * From node:http to the framework's pages and back, in place of its adapter for Express: without looking for files that
 * cannot exist, and with each document sent in one piece. Source: docs/decisions/049-pages-in-one-piece.md.
 */
import { logFault } from "./access-log.mjs";
import { createRouteFinder, sendBody, setHead, toRequest } from "./json-adapter.mjs";
import { JSON_PATH } from "./json-paths.mjs";
import { refuse } from "./refusals.mjs";

/**
 * @param build the server build that remix-serve has loaded
 * @param remix `createRequestHandler` and the streams of `@remix-run/node`, `matchRoutes` of `@remix-run/router`
 * @returns a listener for requests whose headers and URL the preload has normalised
 */
export function createPageListener(build, remix) {
  const handle = remix.createRequestHandler(withoutJsonRoutes(build), process.env.NODE_ENV);
  const findRoute = createRouteFinder(build, remix);
  return async (req, res) => {
    const gone = new AbortController();
    res.once("close", () => {
      if (!res.writableFinished) gone.abort();
    });
    const bodies = new Map();
    const context = {
      ...createPageContext(findRoute),
      // app/entry.server.tsx stores the document here.
      keepDocument: (response, body) => bodies.set(response, body),
    };
    try {
      const request = toRequest(req, remix.createReadableStreamFromReadable, gone.signal);
      const response = await handle(request, context);
      setHead(res, response);
      completeType(res);
      await sendBody(res, response, bodies.get(response), remix);
    } catch (error) {
      // The client is gone: no error, and nobody to answer.
      if (gone.signal.aborted || error === req.errored) return;
      logFault(req, error);
      if (res.headersSent) res.destroy();
      else refuse(req, res, "internal");
    }
  };
}

/** The framework goes through its list of routes several times for every page; half of our routes never answer here. */
function withoutJsonRoutes(build) {
  const routes = Object.entries(build.routes).filter(([, { path }]) => !JSON_PATH.test(`/${path}/`));
  return { ...build, routes: Object.fromEntries(routes) };
}

/** What a page's loaders and actions share during one request (AppLoadContext). */
export const createPageContext = (findRoute) => ({
  findRoute,
  problemHeaders: new Headers(),
  sessions: new Map(),
  visit: {},
});

/** The framework sets no charset for a page's data; Express, which answers it elsewhere, adds this one. */
function completeType(res) {
  const type = res.getHeader("Content-Type");
  if (/^(text\/|application\/json)[^;]*$/.test(type)) res.setHeader("Content-Type", `${type}; charset=utf-8`);
}
