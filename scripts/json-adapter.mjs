/**
 * Between node:http and Remix's request handler for the JSON paths, in place of Express and its adapter: no middleware, a
 * request without a signal, which no JSON route asks for, and a body that is whole goes out in one piece with its length
 * instead of through a web stream. Source: docs/decisions/024-json-paths-without-express.md.
 */
import { logFault } from "./access-log.mjs";
import { refuse } from "./refusals.mjs";

/**
 * @param remix what `@remix-run/node` exports
 * @param options the build and mode that remix-serve gives its own adapter
 * @returns a listener for requests whose headers and URL the preload has gone through
 */
export function createJsonListener(
  { createRequestHandler, createReadableStreamFromReadable, writeReadableStreamToWritable },
  options,
) {
  const handle = createRequestHandler(options.build, options.mode);
  const bodies = new WeakMap();
  // app/http/json-response.server.ts leaves the body of a response here.
  const context = { keepBody: (response, body) => bodies.set(response, body) };
  return async (req, res) => {
    try {
      const response = await handle(toRequest(req, createReadableStreamFromReadable), context);
      res.statusCode = response.status;
      for (const [name, value] of response.headers) res.appendHeader(name, value);
      const body = bodies.get(response);
      if (body !== undefined) {
        res.setHeader("Content-Length", Buffer.byteLength(body));
        res.end(body);
      } else if (response.body) await writeReadableStreamToWritable(response.body, res);
      else res.end();
    } catch (error) {
      logFault(req, error);
      if (res.headersSent) res.destroy();
      else refuse(req, res, "internal");
    }
  };
}

function toRequest(req, toStream) {
  const { method, headers } = req;
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http";
  const init = { method, headers: toHeaders(headers) };
  if (method !== "GET" && method !== "HEAD") {
    init.body = toStream(req);
    init.duplex = "half";
  }
  return new Request(`${scheme}://${headers.host}${req.url}`, init);
}

function toHeaders(given) {
  const headers = new Headers();
  for (const name in given) if (given[name]) headers.set(name, given[name]);
  return headers;
}
