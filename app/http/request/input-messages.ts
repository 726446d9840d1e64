import { z } from "zod";

const KINDS: Record<string, string> = {
  string: "Use a text.",
  number: "Use a number.",
  int: "Use a whole number.",
  boolean: "Use true or false.",
  array: "Use a list.",
  object: "Use an object.",
  record: "Use an object.",
};

type Issue = z.core.$ZodRawIssue;

function toText(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This is required.";
      return KINDS[issue.expected] ?? "This is of another kind than expected.";
    case "too_small":
      return toLimit("at least", issue.origin, Number(issue.minimum));
    case "too_big":
      return toLimit("at most", issue.origin, Number(issue.maximum));
    case "invalid_value":
      return `Use one of ${issue.values.map(String).join(", ")}.`;
    default:
      return "This is not well formed.";
  }
}

function toLimit(which: "at least" | "at most", origin: string, limit: number): string {
  if (origin === "string") return `Use ${which} ${limit} ${limit === 1 ? "character" : "characters"}.`;
  return origin === "array" ? `Give ${which} ${limit}.` : `Use ${which} ${limit}.`;
}

/** Messages for invalid input that a person can act on, for schemas without a message of their own (wire.md §1 "Errors"). */
export const toInputMessage = (): void => {
  z.config({ customError: toText });
};
