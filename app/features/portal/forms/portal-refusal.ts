import type { FormRefusals } from "~/features/customer-pages/form-refusals";
import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import type { FieldProblem, RefusalText } from "~/features/customer-pages/texts/problems/problem-texts";
import type { FieldError, ProblemCode, ProblemError } from "~/lib/problem";

/** Texts for all forms, by problem. */
const TEXT_OF_CODE: Partial<Record<ProblemCode, RefusalText>> = {
  conflict: "conflict",
  not_found: "conflict",
  stale_version: "stale",
  switched_off: "switched_off",
  invalid_request: "invalid",
  too_many_requests: "too_many",
  unavailable: "unavailable",
  internal: "fault",
};

/** `/address1` → address1; `/3/key` (a list of attributes) → key-3; a parameter by its name. */
function toName({ pointer, parameter }: FieldError): string {
  const [, first = "", second] = (pointer ?? `/${parameter}`).split("/");
  return second === undefined ? first : `${second}-${first}`;
}

/** Errors of a date, by code. */
const PROBLEM_OF_DATE: Record<string, FieldProblem> = {
  too_soon: "date_soon",
  too_far: "date_far",
  after_end: "date_end",
};

/** Choices that were on the page and are no longer available. */
const GONE_CHOICES = new Set([
  "unknown_variant",
  "sold_out",
  "unknown_plan",
  "unknown_frequency",
  "plan_of_another_product",
  "plan_of_another_frequency",
  "currency_mismatch",
  "unknown",
  "revoked",
  "expired",
]);

function toFieldProblem({ code }: FieldError, check: FieldProblem | undefined): FieldProblem {
  const ofDate = PROBLEM_OF_DATE[code];
  if (ofDate) return ofDate;
  if (code === "required" || code === "missing") return "required";
  if (code === "too_big" || code === "too_long") return check ?? "too_long";
  if (code === "not_a_choice") return "choose";
  if (code === "duplicate_key") return "duplicate";
  if (code === "forbidden") return "reserved";
  return check ?? "invalid";
}

/**
 * A problem as a text for a customer, in their language: the API's own details are for integrators.
 *
 * @param form what it says of its own; its values are shown again
 */
export function toRefusal(
  problem: ProblemError,
  { refusals = {}, fieldOf = {}, checkOf = {}, labelOf }: FormRefusals,
  submitted: Record<string, string | undefined>,
  { texts }: PortalContext,
): Refusal {
  const fields: Record<string, string> = {};
  for (const error of problem.extra.errors ?? []) {
    const sent = toName(error);
    const name = fieldOf[sent] ?? sent;
    fields[name] ??= texts.field[toFieldProblem(error, checkOf[name])];
  }
  if (problem.extra.errors?.some(({ code }) => GONE_CHOICES.has(code)))
    return { text: texts.edits.gone, fields: {}, submitted };
  const refusal = refusals[problem.code];
  if (typeof refusal === "object") {
    const text = texts.field[refusal.error];
    return { text, fields: { [refusal.field]: text }, submitted, labelOf };
  }
  const isOfFields = Object.keys(fields).length > 0;
  const text = texts.refused[refusal ?? TEXT_OF_CODE[problem.code] ?? "conflict"];
  return { text: isOfFields ? texts.summary : text, fields, submitted, labelOf };
}
