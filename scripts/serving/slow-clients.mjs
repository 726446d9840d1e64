/**
 * Time limits for what clients send, as configured (app/lib/environment/environment.ts). There is none for a whole
 * request: an upload of gigabytes may take long, but must not stall.
 */
import { refuseBytes } from "./refusals.mjs";

const readMilliseconds = (name, usual) => Number(process.env[name] || usual);
const BODY_IDLE_MS = readMilliseconds("BODY_IDLE_TIMEOUT_MS", 60_000);
/** For a connection without traffic either way: the client does not read its answer. */
const IDLE_MS = 300_000;

/** For `http.createServer`. Without a request limit, Node does not limit headers either, unless set explicitly. */
export const TIME_LIMITS = {
  headersTimeout: readMilliseconds("HEAD_TIMEOUT_MS", 30_000),
  requestTimeout: 0,
  // How often Node checks.
  connectionsCheckingInterval: 1000,
};

/** Closes connections that stall. */
export const limitIdleness = (server) => server.setTimeout(IDLE_MS);

/** A client that stalls in the middle of a body gets a 408, and the connection ends. */
export function limitBody(req, res) {
  const { socket, headers } = req;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  socket.setTimeout(BODY_IDLE_MS);
  req.once("end", () => socket.setTimeout(IDLE_MS));
  req.once("timeout", () => {
    if (res.headersSent) return void socket.destroy();
    res.statusCode = 408;
    // On the raw socket: the app is still reading and might answer, too.
    refuseBytes(socket, "request_timeout", headers["x-request-id"]);
  });
}
