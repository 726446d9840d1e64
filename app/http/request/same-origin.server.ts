import { ProblemError } from "~/lib/problem";
import { FOREIGN_ORIGIN_HEADER } from "./internal-headers";
import { publicOrigin } from "./request-context.server";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method);

/**
 * The origin of the sending page. If it differs from the host, the preload has moved it to a header of ours, since the
 * framework fails on it.
 */
const readOrigin = (request: Request): string | null =>
  request.headers.get(FOREIGN_ORIGIN_HEADER) ?? request.headers.get("origin");

/** Whether a request comes from a page of this host, or of one of `origins` (each `scheme://host`). */
function isSameOrigin(request: Request, origins: readonly string[]): boolean {
  const origin = readOrigin(request);
  if (origin) return origin === publicOrigin(request) || origins.includes(origin);
  return request.headers.get("sec-fetch-site") === "same-origin";
}

/**
 * Browsers send cookies by themselves, so an unsafe request that relies on one must come from our own pages. @throws
 * ProblemError 403.
 */
export function requireSameOrigin(request: Request, origins: readonly string[] = []): void {
  if (!isSafeMethod(request.method) && !isSameOrigin(request, origins))
    throw new ProblemError("origin_mismatch", "The request did not come from a page of this service.");
}
