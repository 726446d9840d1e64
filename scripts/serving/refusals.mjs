/** Requests that the serving preload answers itself, as problem+json, because the framework would answer with HTML. */
import { randomUUID } from "node:crypto";
import {
  FOREIGN_ORIGIN_HEADER,
  IS_FORWARDED_HEADER,
  LOG_NOTE_HEADER,
} from "../../app/http/request/internal-headers.js";
import { PROBLEMS } from "../../app/lib/problems/catalogue.js";
import { JSON_DATA_PATH } from "./json-paths.mjs";

const DETAILS = {
  malformed_url: "A bad percent escape or an odd host.",
  not_found: "Nothing was found at this address.",
  invalid_request: "This is not well-formed HTTP.",
  internal: "Try again later; the request id leads us to the cause.",
  request_timeout: "The request did not arrive in time.",
  headers_too_large: "URL and headers together: 16 KB at most.",
};
/** What the framework's Request can carry. */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** Brings a request into the form the framework understands; changes its `url`, `method` and headers. */
export function normalise(req) {
  // A request line may contain the whole URL (RFC 9112 §3.2.2).
  req.url = req.url.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, "") || "/";
  if (!req.url.startsWith("/") && req.url.startsWith("?")) req.url = `/${req.url}`;
  // `_data` would make the framework answer with its own wire format; it is an unknown parameter like any other here.
  const [path, query] = split(req.url);
  if (query && /_data|%/i.test(query)) {
    const kept = query.split("&").filter((pair) => !new URLSearchParams(pair).has("_data"));
    req.url = kept.length > 0 ? `${path}?${kept.join("&")}` : path;
  }
  // The framework answers a foreign Origin with an empty 500. It is moved to a header of ours: the app's own check then
  // answers 403, or accepts it from the storefront whose proxy has signed the request.
  delete req.headers[FOREIGN_ORIGIN_HEADER];
  if (req.headers.origin && !isOriginOf(req.headers.host, req.headers.origin)) {
    req.headers[FOREIGN_ORIGIN_HEADER] = req.headers.origin;
    delete req.headers.origin;
    req.headers["sec-fetch-site"] = "cross-site";
  }
  // No endpoint has PATCH, so a method of another protocol gets the same 405 with the same Allow.
  if (!METHODS.has(req.method)) req.method = "PATCH";
}

const isOriginOf = (host, origin) => URL.canParse(origin) && new URL(origin).host === host.toLowerCase();

/** A name or address, perhaps with a port: nothing that could point a URL to another host (RFC 9110 §7.2). */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** Whether the request has one Host (HTTP/1.0 needs none). Checked on the raw headers: Node drops a second one. */
export function hasOneHost({ rawHeaders, httpVersionMinor }) {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index].length === 4 && rawHeaders[index].toLowerCase() === "host") count++;
  return count === 1 || (count === 0 && httpVersionMinor === 0);
}

/** @returns the code of the problem to answer with, or null when the request may pass */
export function findRefusal(req, hasHost) {
  const [path] = split(req.url);
  try {
    if (!hasHost) return "invalid_request";
    if (!HOST.test(req.headers.host)) return "malformed_url";
    if (!path.startsWith("/")) return "malformed_url";
    if (path.includes("%")) decodeURIComponent(path);
    const url = new URL(`http://${req.headers.host}${req.url}`);
    // The framework would serve each JSON URL a second time, in its own format and without our headers.
    if (url.pathname.endsWith(".data") && JSON_DATA_PATH.test(decodeURIComponent(url.pathname)))
      return "not_found";
    return null;
  } catch {
    return "malformed_url";
  }
}

export function refuse(req, res, code) {
  const [path] = split(req.url);
  const at = { origin: toOrigin(req), requestId: req.headers["x-request-id"], instance: path };
  const { status, headers, text } = toProblem(code, at);
  res.setHeader(LOG_NOTE_HEADER, `refused:${code}`);
  res.writeHead(status, headers);
  res.end(req.method === "HEAD" ? undefined : text);
}

/** Enough for a client that reads the answer only after sending everything. */
const DISCARDED_BYTES = 64 * 1024 ** 2;
const DISCARDED_MS = 30_000;

/**
 * A request that was answered before its body was read (401, 404, 413 …) leaves the rest of the body on the connection,
 * before the next request. This reads and discards it; a client that goes on sending for too long is disconnected.
 */
export function discardRest(req) {
  if (req.complete || req.destroyed) return;
  // The app's reader would buffer data that nobody reads from it.
  req.removeAllListeners("data");
  let left = DISCARDED_BYTES;
  req.on("data", (chunk) => {
    left -= chunk.length;
    if (left < 0) req.destroy();
  });
  req.resume();
  const timeout = setTimeout(() => req.destroy(), DISCARDED_MS).unref();
  req.once("end", () => clearTimeout(timeout));
}

/**
 * Answers on the raw socket, for bytes that are not HTTP and never become a request. @returns the answer, for the log
 */
export function refuseBytes(socket, code, requestId = randomUUID()) {
  const at = { origin: toOriginOfSocket(socket), requestId, instance: "/" };
  const { status, headers, text } = toProblem(code, at);
  const lines = Object.entries({ ...headers, "X-Request-Id": requestId, Connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head}\r\n${text}`);
  return { status, requestId };
}

/** Status and problem for the parser's error. */
export function toCode(error) {
  if (error.code === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  return error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "invalid_request";
}

export const PUBLIC_ORIGIN = URL.canParse(process.env.PUBLIC_URL ?? "")
  ? new URL(process.env.PUBLIC_URL).origin
  : "";
const trustsProxy = ["true", "1"].includes(process.env.TRUST_PROXY ?? "");
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.*\.localhost)$/;

/** Like `toApiOrigin` of app/http/request/request-context.server.ts; empty for a malformed host. */
function toOrigin({ headers }) {
  if (PUBLIC_ORIGIN) return PUBLIC_ORIGIN;
  const asked = `${headers["x-forwarded-proto"] ?? "http"}://${headers.host}`;
  if (!URL.canParse(asked)) return "";
  const { origin, hostname } = new URL(asked);
  return trustsProxy || (LOOPBACK.test(hostname) && !(IS_FORWARDED_HEADER in headers)) ? origin : "";
}

/** For requests without a host: only a server that listens on loopback knows its own address. */
function toOriginOfSocket({ localAddress = "", localPort }) {
  if (PUBLIC_ORIGIN || trustsProxy) return PUBLIC_ORIGIN;
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(localAddress);
  return isLoopback ? `http://localhost:${localPort}` : "";
}

function toProblem(code, { origin, requestId, instance }) {
  const { status, title } = PROBLEMS[code];
  const detail = DETAILS[code];
  const problem = {
    type: `${origin}/problems/${code}`,
    title,
    status,
    detail,
    instance,
    code,
    message: detail,
    requestId,
  };
  const text = JSON.stringify(problem);
  const headers = {
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return { status, headers, text };
}

function split(target) {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}
