import type { z } from "zod";
import type { FieldError } from "~/http/problem";

/** RFC 6901 pointer of a zod path. */
export const toPointer = (path: PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** zod issues → field errors; URL parameters are named flat, body fields by pointer. */
export function toFieldErrors(error: z.ZodError, place: "parameter" | "body"): FieldError[] {
  return error.issues.map((issue) => ({
    ...(place === "parameter"
      ? { parameter: String(issue.path[0] ?? "") }
      : { pointer: toPointer(issue.path) }),
    code: issue.code === "custom" ? String(issue.params?.code ?? "invalid_value") : issue.code,
    detail: issue.message,
  }));
}
