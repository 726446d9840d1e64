import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import type { FieldProblem, RefusalText } from "~/features/customer-pages/texts/problems/problem-texts";
import type { FieldError, ProblemCode, ProblemError } from "~/lib/problem";

/** Problems that concern one field of a form, by the form's intent. */
const FIELD_OF_CODE: Partial<Record<ProblemCode, FieldProblem>> = {
  discount_expired: "code_expired",
  discount_not_started: "code_not_started",
  discount_used_up: "code_used_up",
  discount_already_used: "code_used_up",
  discount_not_applicable: "code_not_for_products",
  discount_already_applied: "code_applied",
  second_discount_forbidden: "code_second",
};

const TEXT_OF_CODE: Partial<Record<ProblemCode, RefusalText>> = {
  conflict: "conflict",
  not_found: "conflict",
  stale_version: "stale",
  last_line: "last_item",
  switched_off: "switched_off",
  currency_mismatch: "switched_off",
  invalid_request: "invalid",
  too_many_requests: "too_many",
  unavailable: "unavailable",
  internal: "fault",
};

const PROBLEM_OF_FIELD: Record<string, FieldProblem> = {
  zip: "postcode",
  provinceCode: "province",
  province: "province",
  phone: "phone",
  date: "date",
  nextBillingDate: "date",
  quantity: "number",
  count: "number",
  intervalCount: "number",
};
const FIELD_OF_NAME: Record<string, string> = {
  countryCode: "country",
  provinceCode: "province",
  nextBillingDate: "date",
  intervalCount: "count",
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

function toFieldProblem(name: string, { code }: FieldError): FieldProblem {
  const ofDate = PROBLEM_OF_DATE[code];
  if (ofDate) return ofDate;
  if (code === "required" || code === "missing") return "required";
  if (code === "too_big" || code === "too_long") return PROBLEM_OF_FIELD[name] ?? "too_long";
  if (code === "not_a_choice") return "choose";
  if (code === "duplicate_key") return "duplicate";
  if (code === "forbidden") return "reserved";
  return PROBLEM_OF_FIELD[name] ?? "invalid";
}

/**
 * A problem as a text for a customer, in their language: the API's own details are for integrators.
 *
 * @param intent the form; its values are shown again
 */
export function toRefusal(
  problem: ProblemError,
  intent: string,
  submitted: Record<string, string | undefined>,
  { texts }: PortalContext,
): Refusal {
  const fields: Record<string, string> = {};
  for (const error of problem.extra.errors ?? []) {
    const name = toName(error);
    fields[FIELD_OF_NAME[name] ?? name] ??= texts.field[toFieldProblem(name, error)];
  }
  if (problem.extra.errors?.some(({ code }) => GONE_CHOICES.has(code)))
    return { text: texts.edits.gone, fields: {}, submitted };
  const codeProblem =
    intent === "apply-code" && problem.code === "not_found" ? "code_unknown" : FIELD_OF_CODE[problem.code];
  if (codeProblem) {
    const text = texts.field[codeProblem];
    return { text, fields: { code: text }, submitted };
  }
  const text = Object.keys(fields).length > 0 ? texts.summary : toText(problem, intent, { texts });
  return { text, fields, submitted };
}

function toText({ code }: ProblemError, intent: string, { texts }: Pick<PortalContext, "texts">): string {
  // For an action that is switched on, `forbidden` has only one reason: it is too early to cancel.
  if (code === "forbidden" && intent === "cancel") return texts.refused.min_cycles;
  if (code === "too_many_requests" && intent === "invite") return texts.refused.friends_today;
  if (code === "conflict" && intent === "frequency") return texts.refused.same_frequency;
  return texts.refused[TEXT_OF_CODE[code] ?? "conflict"];
}
