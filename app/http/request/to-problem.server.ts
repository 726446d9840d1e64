import type { RequestContext } from "~/http/request/request-context.server";
import { logger } from "~/lib/logger.server";
import { ProblemError } from "~/lib/problem";
import { isDatabaseUnreachable } from "~db/errors";

/** `Retry-After` while the database cannot be reached, in seconds. */
export const UNAVAILABLE_SECONDS = "5";

/** Anything thrown → the problem to answer with. Faults are logged; the caller gets a general text. */
export function toProblem(error: unknown, context: RequestContext, operation: string): ProblemError {
  if (error instanceof ProblemError) return error;
  logger.error({ err: error, requestId: context.requestId, operation }, "request failed");
  if (isDatabaseUnreachable(error)) {
    return new ProblemError("unavailable", "The database cannot be reached right now.", {
      headers: { "Retry-After": UNAVAILABLE_SECONDS },
    });
  }
  return new ProblemError("internal", "Something went wrong on our side. The request id helps us find it.");
}
