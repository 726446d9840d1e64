/**
 * The access log: one structured line per request, whatever its result (page, JSON, file, refusal). It contains no
 * parameter, header or body, and no path except that of an existing file. Instead the app says in a header
 * (app/http/request/internal-headers.js) which operation or route answered, and for whom. So no key, token, signature,
 * e-mail or card number is ever logged, not even one in a URL that does not exist (docs/decisions/008).
 */
import { channel } from "node:diagnostics_channel";
import pino from "pino";
import { LOG_NOTE_HEADER } from "../../app/http/request/internal-headers.js";
import { toPlaces } from "../../app/lib/faults/safe-error.mjs";

/**
 * Lines are written together, after this time at the latest and when the process ends: one by one they cost three times as
 * much. The size is one that a pipe takes in one piece, since several web processes may share a pipe (docs/decisions/109).
 */
const TOGETHER_MS = 100;
const TOGETHER_BYTES = 3 * 1024;
const options = {
  level: process.env.LOG_LEVEL || "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
};
const output = pino.destination({ minLength: TOGETHER_BYTES, periodicFlush: TOGETHER_MS });
const logger = pino(options, output);
/** The app counts these lines with its own (app/lib/logger.server.ts). */
const errorLogged = channel("perennial:error-logged");

/** Logs this request when its response is over, or its client gone (`aborted`). */
export function logRequest(req, res) {
  if (!logger.isLevelEnabled("info")) return;
  const started = performance.now();
  const { method, url } = req;
  res.once("close", () => {
    const seconds = Math.round(performance.now() - started) / 1000;
    const line = { requestId: req.headers["x-request-id"], method, status: res.statusCode, seconds };
    if (res.logNote) [line.route, line.by] = res.logNote.split(" by ");
    else if ([200, 206, 304].includes(res.statusCode)) line.file = url.split("?", 1)[0];
    if (!res.writableFinished) line.aborted = true;
    logger.info(line, "request");
  });
}

/** Logs bytes that never became a request. */
export function logRefusal(error, { status, requestId }) {
  logger.info({ requestId, status, reason: error.code }, "request");
}

/** Class, code and place only, since a message may quote anything. */
const toLogged = (error) => ({
  type: error?.name,
  code: error?.code,
  stack: error?.stack && toPlaces(error),
});

/** Logs an error outside the app's own handling. */
export function logFault(req, error) {
  logger.error({ requestId: req.headers["x-request-id"], err: toLogged(error) }, "fault");
  errorLogged.publish(50);
  output.flush();
}

/** Logs the error that ends this process, with all lines that still wait. */
export function logCrash(error) {
  logger.fatal({ err: toLogged(error) }, "an error that nobody expected");
  output.flushSync();
}

/** Removes the app's note for the log from the response's headers, and returns it. */
export function takeLogNote(res) {
  res.logNote = res.getHeader(LOG_NOTE_HEADER);
  res.removeHeader(LOG_NOTE_HEADER);
}
