import { channel } from "node:diagnostics_channel";
import pino from "pino";
import { toPlaces, toSafeMessage } from "~/lib/faults/safe-error.mjs";
import { env } from "./env.server";
import { redactSecrets } from "./redact";

/** Gets each line of level 50 or more; the metrics count them. The serving preload's log writes to it, too. */
export const ERROR_LOGGED_CHANNEL = "perennial:error-logged";
const errorLogged = channel(ERROR_LOGGED_CHANNEL);

/**
 * Structured logs on standard output. Nothing secret or personal may be passed in: no key, token, signature, e-mail or
 * card data; redaction is a second line of defence. The access log is the serving preload's (scripts/serving/access-log.mjs).
 */
export const logger = pino({
  level: env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      "email",
      "*.email",
      "password",
      "*.password",
      "token",
      "*.token",
      "apiKey",
      "*.apiKey",
      "signature",
      "headers",
      "*.headers",
    ],
    censor: "[redacted]",
  },
  serializers: { err: toSafeError },
  hooks: {
    logMethod(args, method, level) {
      if (level >= 50) errorLogged.publish(level);
      method.apply(this, args);
    },
  },
});

const MAX_CAUSES = 5;

/**
 * Class, code and place are logged as they are. Messages as `toSafeMessage` leaves them, redacted.
 */
export function toSafeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error ? error.code : undefined;
  const message = toSafeMessage(error);
  return {
    type: error.name,
    code,
    constraint: "constraint_name" in error ? error.constraint_name : undefined,
    message: message && redactSecrets(message),
    stack: toPlaces(error),
    cause: error.cause && depth < MAX_CAUSES ? toSafeError(error.cause, depth + 1) : undefined,
  };
}
