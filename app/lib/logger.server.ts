import pino from "pino";
import { env } from "~/lib/env.server";

/**
 * Structured logs on standard output. Nothing secret or personal may be passed in: no key, token, signature, e-mail or
 * card data. Requests are logged by path and parameter names only; the redaction is the second lock on that door.
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
});

/** Postgres puts the offending values into `detail`, `where` and parameters: only class, code and stack pass. */
function toSafeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? toSafeError(error.cause) : undefined;
  const isQueryFailure = error.name.includes("DrizzleQueryError") || error.message.startsWith("Failed query");
  return {
    type: error.name,
    code: "code" in error ? error.code : undefined,
    // drizzle's message ends with the parameters of the statement.
    message: isQueryFailure ? error.message.split("\nparams:")[0] : error.message,
    stack: isQueryFailure ? undefined : error.stack,
    cause,
  };
}
