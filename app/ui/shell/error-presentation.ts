import { isRouteErrorResponse } from "@remix-run/react";
import type { ProblemBody } from "~/lib/problem";

export type ErrorPresentation = { status: number; title: string; detail: string; requestId: string | null };

const FALLBACKS: Record<number, { title: string; detail: string }> = {
  403: { title: "You don’t have access", detail: "Your role in this shop does not include this page." },
  404: { title: "Page not found", detail: "There is nothing at this address. The page may have moved." },
  405: { title: "This doesn’t work here", detail: "This page cannot handle what was sent to it." },
};
const UNKNOWN = {
  title: "Something went wrong",
  detail: "The page could not be loaded. Please try again.",
};

const isProblem = (value: unknown): value is ProblemBody =>
  typeof value === "object" && value !== null && "code" in value && "title" in value && "detail" in value;

/** Texts for anything an ErrorBoundary may catch: a problem of ours, the router's own errors, or a bug. */
export function toErrorPresentation(error: unknown): ErrorPresentation {
  if (!isRouteErrorResponse(error)) return { status: 500, ...UNKNOWN, requestId: null };
  if (isProblem(error.data)) {
    const { status, title, detail, requestId } = error.data;
    return { status, title, detail, requestId };
  }
  return { status: error.status, ...(FALLBACKS[error.status] ?? UNKNOWN), requestId: null };
}
