/**
 * Loaded into remix-serve before it starts: `node --import ./scripts/preload.mjs …/remix-serve/dist/cli.js build/index.js`.
 * Gives it what it lacks and the app relies on: the peer's address and a request id in headers nobody can forge,
 * X-Forwarded-* only under TRUST_PROXY, problem+json for URLs it cannot parse, no access log (it would hold tokens;
 * the app writes its own), JSON paths without file look-ups and compression, and an end within 10 s of SIGTERM.
 */
import { randomUUID } from "node:crypto";
import http from "node:http";
import { createRequire, syncBuiltinESMExports } from "node:module";

const JSON_PATH = /^\/(api\/|apps\/[^/]+\/cp\/api\/|loyalty\/)/;
// The two names of app/http/internal-headers.ts.
const PEER_ADDRESS = "x-perennial-peer";
const REQUEST_ID = "x-request-id";
const SANE_REQUEST_ID = /^[\w.-]{8,128}$/;
const FORWARDED = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];
const trustsProxy = ["true", "1"].includes(process.env.TRUST_PROXY ?? "");
const inDevelopment = process.env.NODE_ENV === "development";
/** Requests and streams still open this long after SIGTERM are cut. */
const DRAIN_MS = 6_000;

// remix-serve is CommonJS: what it will `require` is replaced in the cache beforehand.
const require = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
function replaceModule(name, make) {
  const original = require(name);
  require.cache[require.resolve(name)].exports = make(original);
}
const exceptOnJsonPaths = (middleware) => (req, res, next) =>
  JSON_PATH.test(req.url) ? next() : middleware(req, res, next);
replaceModule("morgan", () => () => (_req, _res, next) => next());
replaceModule("compression", (make) => (options) => exceptOnJsonPaths(make(options)));
const express = require("express");
const makeStatic = express.static;
express.static = (...options) => exceptOnJsonPaths(makeStatic(...options));

/** Headers become what the app may believe; the nearest proxy's word (the last of a list) counts, if any does. */
function stampHeaders({ headers, socket }) {
  for (const name of FORWARDED) {
    const word = trustsProxy && headers[name]?.split(",").pop().trim();
    if (word) headers[name] = word;
    else delete headers[name];
  }
  // Remix would put the port of one of the two hosts behind the name of the other.
  headers.host = headers["x-forwarded-host"] ?? headers.host ?? "localhost";
  const peer = headers["x-forwarded-for"] ?? socket.remoteAddress?.replace(/^::ffff:/, "");
  headers[PEER_ADDRESS] = peer ?? "unknown";
  if (!SANE_REQUEST_ID.test(headers[REQUEST_ID] ?? "")) headers[REQUEST_ID] = randomUUID();
}

function isWellFormed(req) {
  // A request line may carry the whole URL (RFC 9112 §3.2.2).
  req.url = req.url.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, "") || "/";
  const [path] = req.url.split("?", 1);
  try {
    if (path.includes("%")) decodeURIComponent(path);
  } catch {
    return false;
  }
  return path.startsWith("/") && URL.canParse(`http://${req.headers.host}${req.url}`);
}

const REFUSED_URL = ["malformed_url", "The URL is not well formed", "A bad percent escape or an odd host."];
const REFUSED_BYTES = ["invalid_request", "The request is not valid", "This is not well-formed HTTP."];

/** On the bare socket, since what is not HTTP never becomes a request. */
function refuse(socket, [code, title, detail], requestId = randomUUID()) {
  if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy();
  const problem = { type: `/problems/${code}`, title, status: 400, detail, code, message: detail, requestId };
  const text = JSON.stringify({ ...problem, instance: `/problems/${code}#${requestId}` });
  const type = "Content-Type: application/problem+json; charset=utf-8\r\nCache-Control: no-store";
  const head = `${type}\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${text.length}\r\nConnection: close`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${text}`);
}

// Every response names its request, also those that never reach the app (files, errors of the framework).
const { writeHead } = http.ServerResponse.prototype;
http.ServerResponse.prototype.writeHead = function (...args) {
  const id = this.req?.headers[REQUEST_ID];
  if (id && !this.headersSent && !this.hasHeader(REQUEST_ID)) this.setHeader("X-Request-Id", id);
  return writeHead.apply(this, args);
};

/** Also when the parent dies ("disconnect"). The app's database pool would keep the process alive for ever. */
function endOnSignals(server) {
  const sockets = new Set();
  server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  const close = server.close.bind(server);
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) {
    process.once(event, () => {
      close(() => process.exit(0));
      // Browsers open connections ahead of need; Node does not count one without a request as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      setInterval(() => server.closeIdleConnections(), 50);
      setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    });
  }
  // remix-serve closes on signals too, with a callback that logs `undefined`.
  server.close = () => server;
}

const { createServer } = http;
http.createServer = (app) => {
  if (trustsProxy) app.set?.("trust proxy", true);
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0 }, (req, res) => {
    stampHeaders(req);
    return isWellFormed(req) ? app(req, res) : refuse(req.socket, REFUSED_URL, req.headers[REQUEST_ID]);
  });
  // An upload of gigabytes may take long, but not stand still (requestTimeout would limit the whole).
  server.setTimeout(300_000).on("clientError", (_error, socket) => refuse(socket, REFUSED_BYTES));
  server.on("listening", () => process.send?.({ port: server.address().port }));
  const listen = server.listen.bind(server);
  // remix-serve's own notice guesses an address. In development it also tells the compiler: then it stays.
  server.listen = (...args) => listen(...args.filter((arg) => inDevelopment || typeof arg !== "function"));
  endOnSignals(server);
  return server;
};
syncBuiltinESMExports();
