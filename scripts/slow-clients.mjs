/**
 * Time limits of what clients send, as configured (app/lib/environment.ts). An upload of gigabytes may take long, but
 * not stand still: so none is for a whole request.
 */
import { refuseBytes } from "./refusals.mjs";

const readMilliseconds = (name, usual) => Number(process.env[name] || usual);
const BODY_IDLE_MS = readMilliseconds("BODY_IDLE_TIMEOUT_MS", 60_000);
/** Nothing goes either way: an answer that nobody takes. */
const IDLE_MS = 300_000;

/** For `http.createServer`. Node has no limit for heads either when there is none for requests, unless it is given. */
export const TIME_LIMITS = {
  headersTimeout: readMilliseconds("HEAD_TIMEOUT_MS", 30_000),
  requestTimeout: 0,
  // How often it looks.
  connectionsCheckingInterval: 1000,
};

/** What stands still for too long is cut. */
export const limitIdleness = (server) => server.setTimeout(IDLE_MS);

/** Who stops in the middle of a body is told so, and the connection ends. */
export function limitBody(req, res) {
  const { socket, headers } = req;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  socket.setTimeout(BODY_IDLE_MS);
  req.once("end", () => socket.setTimeout(IDLE_MS));
  req.once("timeout", () => {
    if (res.headersSent) return void socket.destroy();
    res.statusCode = 408;
    // On the bare socket: the app still reads, and may yet want to answer.
    refuseBytes(socket, "request_timeout", headers["x-request-id"]);
  });
}
