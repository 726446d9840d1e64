/**
 * Loaded into remix-serve before it starts: `node --import ./scripts/preload.mjs …/remix-serve/dist/cli.js build/index.js`.
 * Adds what the app relies on: the peer's address and a request id in headers that clients cannot forge, X-Forwarded-*
 * only under TRUST_PROXY, an access log without secrets instead of remix-serve's, problem+json for requests that it
 * cannot handle, JSON paths, storefronts and the admin without Express (json-adapter.mjs, page-adapter.mjs), and an end within 10 s of SIGTERM.
 */
import { randomUUID } from "node:crypto";
import http from "node:http";
import { createRequire, syncBuiltinESMExports } from "node:module";
import net from "node:net";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import {
  IS_FORWARDED_HEADER,
  PEER_ADDRESS_HEADER,
  REQUEST_ID_HEADER,
  SANE_REQUEST_ID,
} from "../app/http/request/internal-headers.js";
import { describeError } from "../app/lib/faults/safe-error.mjs";
import { logCrash, logRefusal, logRequest, takeLogNote } from "./serving/access-log.mjs";
import { createCompressedLead } from "./serving/built-files.mjs";
import { createDirectListener, createRouteFinder } from "./serving/json-adapter.mjs";
import { ADMIN_PATH, JSON_PATH, STOREFRONT_PATH } from "./serving/json-paths.mjs";
import { isAdminElsewhere, leadHome } from "./serving/own-host.mjs";
import { createPageContext, createPageListener } from "./serving/page-adapter.mjs";
import {
  discardRest,
  findRefusal,
  hasOneHost,
  normalise,
  refuse,
  refuseBytes,
  toCode,
} from "./serving/refusals.mjs";
import { limitBody, limitIdleness, TIME_LIMITS } from "./serving/slow-clients.mjs";

const FORWARDED = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];
/** Port of this process alone: it may share the other one with others (serving/web-processes.mjs). */
const metricsPort = Number(process.env.WEB_METRICS_PORT);
const METRICS_PATH = /^\/(metrics|healthz|readyz)(\?|$)/;
const trustsProxy = ["true", "1"].includes(process.env.TRUST_PROXY ?? "");
const inDevelopment = process.env.NODE_ENV === "development";
/** Requests and streams still open this long after SIGTERM are cut. */
const DRAIN_MS = 6_000;
/**
 * Idle connections are kept this long after SIGTERM: what their clients are just sending is still answered, with a
 * notice.
 */
const GRACE_MS = 300;
let isEnding = false;

/** Until then what fails is the set-up, for whoever has started this; later it may be about what somebody sent. */
let hasListened = false;
// Node would print the error with all its fields, and those of the database's errors contain values.
process.on("uncaughtException", (error) => {
  const isRefused = error?.name === "EnvironmentRefused";
  if (isRefused) console.error(error.message);
  else if (inDevelopment || !hasListened) console.error(describeError(error));
  else logCrash(error);
  process.exit(isRefused ? 2 : 1);
});

// Otherwise V8 takes a process that sends lists for an idle one, since the lists' text is outside its heap, and
// collects the whole heap after every 7 MB of text. Source: docs/decisions/125-garbage-of-list-texts.md.
setFlagsFromString("--heap-growing-percent=100");

// remix-serve is CommonJS: modules that it will `require` are replaced in the cache beforehand.
const require = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
function replaceModule(name, make) {
  const original = require(name);
  require.cache[require.resolve(name)].exports = make(original);
}
/**
 * The build that remix-serve has loaded. In development each request may get a new one, which only its own adapter
 * knows.
 */
let build;
replaceModule("@remix-run/express", (original) => ({
  ...original,
  createRequestHandler(options) {
    if (!inDevelopment) build = options.build;
    const findRoute = createRouteFinder(options.build, require("@remix-run/router"));
    return original.createRequestHandler({
      ...options,
      getLoadContext: () => createPageContext(findRoute),
    });
  },
}));
replaceModule("morgan", () => () => (_req, _res, next) => next());

/** Reduces headers to what the app may trust: of forwarded values, at most the nearest proxy's (the last of a list). */
function stampHeaders({ headers, socket }) {
  // Behind a proxy on this machine every client would look local.
  const isForwarded = !trustsProxy && [...FORWARDED, "forwarded", "via"].some((name) => name in headers);
  delete headers[IS_FORWARDED_HEADER];
  if (isForwarded) headers[IS_FORWARDED_HEADER] = "true";
  for (const name of FORWARDED) {
    const value = trustsProxy && headers[name]?.split(",").pop().trim();
    if (value) headers[name] = value;
    else delete headers[name];
  }
  // Remix would append the port of one of the two hosts to the name of the other.
  headers.host = headers["x-forwarded-host"] ?? headers.host ?? "localhost";
  const peer = headers["x-forwarded-for"] ?? socket.remoteAddress?.replace(/^::ffff:/, "");
  headers[PEER_ADDRESS_HEADER] = peer ?? "unknown";
  if (!SANE_REQUEST_ID.test(headers[REQUEST_ID_HEADER] ?? "")) headers[REQUEST_ID_HEADER] = randomUUID();
}

const A_YEAR_IN_SECONDS = 31_536_000;
/** Data of pages, for navigation by scripts. */
const PAGE_DATA = /\.data(\?|$)/;

/** Headers of every response, even if the app does not see it (files, redirects and errors of the framework). */
function completeHeaders(res, { headers, originalUrl, url }) {
  if (isEnding) res.setHeader("Connection", "close");
  if (!res.hasHeader(REQUEST_ID_HEADER)) res.setHeader("X-Request-Id", headers[REQUEST_ID_HEADER]);
  res.setHeader("X-Content-Type-Options", "nosniff");
  // Not without TLS: after trying the server on a plain port, the browser must still be able to use that.
  if (headers["x-forwarded-proto"] === "https")
    res.setHeader("Strict-Transport-Security", `max-age=${A_YEAR_IN_SECONDS}`);
  if (ADMIN_PATH.test(originalUrl ?? url) && !res.hasHeader("Cache-Control"))
    res.setHeader("Cache-Control", "no-store");
}

// Removes what the app adds for the access log.
const { writeHead } = http.ServerResponse.prototype;
http.ServerResponse.prototype.writeHead = function (...args) {
  if (this.req?.headers[REQUEST_ID_HEADER] && !this.headersSent) completeHeaders(this, this.req);
  takeLogNote(this);
  return writeHead.apply(this, args);
};

/** Accepts no new connections; existing ones continue. @param {() => void} done called when the last one has ended */
const stopListening = (server, done) => net.Server.prototype.close.call(server, done);

/** Also when the parent dies ("disconnect"). The app's database pool would keep the process alive for ever. */
function endOnSignals(server) {
  const sockets = new Set();
  server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) {
    process.once(event, () => {
      isEnding = true;
      // Node's own `close` of an HTTP server also ends idle connections, at once.
      stopListening(server, () => process.exit(0));
      setTimeout(() => {
        // Browsers open connections ahead of need; Node does not count one without a request as idle.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
        setInterval(() => server.closeIdleConnections(), 50);
      }, GRACE_MS);
      setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    });
  }
  // remix-serve closes on signals too, with a callback that logs `undefined`.
  server.close = () => server;
}

const { createServer } = http;
http.createServer = (app) => {
  if (trustsProxy) app.set?.("trust proxy", true);
  const remix = { ...require("@remix-run/node"), ...require("@remix-run/router") };
  const answerDirectly = build ? createDirectListener(build, remix, app) : app;
  const answerPage = build ? createPageListener(build, remix) : app;
  const compress = require("compression")();
  const leadToCompressed = build
    ? createCompressedLead(build.publicPath, path.resolve(build.assetsBuildDirectory))
    : () => {};
  const answer = (req, res) => {
    logRequest(req, res);
    res.once("finish", () => discardRest(req));
    const hasHost = hasOneHost(req);
    stampHeaders(req);
    normalise(req);
    const refusal = findRefusal(req, hasHost);
    if (refusal) return refuse(req, res, refusal);
    if (isAdminElsewhere(req)) return leadHome(req, res);
    limitBody(req, res);
    if (JSON_PATH.test(req.url)) return answerDirectly(req, res);
    // For tabs that were opened before an upgrade: app/ui/shell/newer-release.ts.
    if (build && PAGE_DATA.test(req.url)) res.setHeader("X-Release", build.assets.version);
    if (build && STOREFRONT_PATH.test(req.url)) return compress(req, res, () => answerDirectly(req, res));
    if (build && ADMIN_PATH.test(req.url)) return compress(req, res, () => answerPage(req, res));
    leadToCompressed(req, res);
    return app(req, res);
  };
  const options = { keepAliveTimeout: 65_000, requireHostHeader: false, ...TIME_LIMITS };
  const server = createServer(options, answer).on("checkExpectation", answer);
  server.on("clientError", (error, socket) => {
    if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy();
    logRefusal(error, refuseBytes(socket, toCode(error)));
  });
  limitIdleness(server);
  if (metricsPort) {
    const own = createServer(options, (req, res) =>
      METRICS_PATH.test(req.url) ? answer(req, res) : res.writeHead(404).end(),
    );
    // Without metrics the process goes on: requests matter more.
    own.on("error", ({ code }) => console.error(`Port ${metricsPort} cannot answer metrics (${code}).`));
    server.once("listening", () =>
      own.listen({ host: server.address().address, port: metricsPort, exclusive: true }),
    );
  }
  server.on("listening", () => {
    hasListened = true;
    // The parent may have died before we listened for that.
    if (process.connected === false) process.exit(0);
    process.send?.({ port: server.address().port });
  });
  const listen = server.listen.bind(server);
  // remix-serve's own message guesses an address. In development it also notifies the compiler, so it stays.
  server.listen = (...args) => listen(...args.filter((arg) => inDevelopment || typeof arg !== "function"));
  endOnSignals(server);
  return server;
};
syncBuiltinESMExports();
