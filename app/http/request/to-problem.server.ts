import { logger } from "~/lib/logger.server";
import { ProblemError } from "~/lib/problem";
import { type DatabaseFault, findDatabaseFault } from "~db/errors";
import type { RequestContext } from "./request-context.server";

const FAULTS: Record<DatabaseFault, string> = {
  slow: "The database takes too long right now.",
  full: "The database has no room right now.",
  unreachable: "The database cannot be reached right now.",
};

/** `Retry-After` while the database cannot be reached, in seconds. */
export const UNAVAILABLE_SECONDS = "5";

/** Anything thrown → the problem to answer with. Faults are logged; the caller gets a general text. */
export function toProblem(error: unknown, context: RequestContext, operation: string): ProblemError {
  if (error instanceof ProblemError) return error;
  logger.error({ err: error, requestId: context.requestId, operation }, "request failed");
  const fault = findDatabaseFault(error);
  if (fault)
    return new ProblemError("unavailable", FAULTS[fault], {
      headers: { "Retry-After": UNAVAILABLE_SECONDS },
    });
  return new ProblemError("internal", "Something went wrong on our side. The request id helps us find it.");
}
