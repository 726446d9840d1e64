import { isRouteErrorResponse } from "@remix-run/react";
import type { ProblemBody } from "~/http/problem";

export type ErrorPresentation = { status: number; title: string; detail: string; requestId: string | null };

const FALLBACKS: Record<number, { title: string; detail: string }> = {
  403: { title: "You may not see this", detail: "Your role in this shop does not cover this page." },
  404: { title: "Page not found", detail: "There is nothing at this address. It may have moved." },
  405: { title: "That does not work here", detail: "This address does not take what was sent to it." },
};
const UNKNOWN = {
  title: "Something went wrong",
  detail: "The page could not be shown. Trying again often helps.",
};

const isProblem = (value: unknown): value is ProblemBody =>
  typeof value === "object" && value !== null && "code" in value && "title" in value && "detail" in value;

/** What to tell about anything an ErrorBoundary may catch: a problem of ours, the router's own errors, or a bug. */
export function toErrorPresentation(error: unknown): ErrorPresentation {
  if (!isRouteErrorResponse(error)) return { status: 500, ...UNKNOWN, requestId: null };
  if (isProblem(error.data)) {
    const { status, title, detail, requestId } = error.data;
    return { status, title, detail, requestId };
  }
  return { status: error.status, ...(FALLBACKS[error.status] ?? UNKNOWN), requestId: null };
}
