import type { RequestContext } from "~/http/request/request-context.server";
import { logger } from "~/lib/logger.server";
import { ProblemError } from "~/lib/problem";
import { isDatabaseFull, isDatabaseTooSlow, isDatabaseUnreachable } from "~db/errors";

/** `Retry-After` while the database cannot be reached, in seconds. */
export const UNAVAILABLE_SECONDS = "5";

/** Anything thrown → the problem to answer with. Faults are logged; the caller gets a general text. */
export function toProblem(error: unknown, context: RequestContext, operation: string): ProblemError {
  if (error instanceof ProblemError) return error;
  logger.error({ err: error, requestId: context.requestId, operation }, "request failed");
  const reason = findPassingReason(error);
  if (reason)
    return new ProblemError("unavailable", reason, { headers: { "Retry-After": UNAVAILABLE_SECONDS } });
  return new ProblemError("internal", "Something went wrong on our side. The request id helps us find it.");
}

/** What is wrong with the database that will pass; null = it is none of that. */
function findPassingReason(error: unknown): string | null {
  if (isDatabaseTooSlow(error)) return "The database takes too long right now.";
  if (isDatabaseFull(error)) return "The database has no room right now.";
  return isDatabaseUnreachable(error) ? "The database cannot be reached right now." : null;
}
