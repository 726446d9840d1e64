import type { PortalTexts } from "~/features/customer-pages/texts/portal-texts";
import type { FieldProblem, RefusalText } from "~/features/customer-pages/texts/problems/problem-texts";
import type { ProblemCode } from "~/lib/problem";

/** What customers read when one form is refused, where the texts for all forms would say too little. */
export type FormRefusals = {
  /** By problem: the text for the whole form, or the error of one of its fields. */
  refusals?: Readonly<Partial<Record<ProblemCode, RefusalText | { field: string; error: FieldProblem }>>>;
  /** Names of the form's fields by the names in the errors of its rule, where they differ. */
  fieldOf?: Readonly<Record<string, string>>;
  /** By the form's field: what to check when its value is refused. */
  checkOf?: Readonly<Record<string, FieldProblem>>;
  /** By the form's field, in the order of the page: its label there, for the summary of what was refused. */
  labelOf?(texts: PortalTexts, refused: RefusedFields): Readonly<Record<string, string>>;
};

/** For labels that depend on what was sent. */
type RefusedFields = {
  names: readonly string[];
  submitted: Readonly<Record<string, string | undefined>>;
  /** The shop's attribute fields for the line that was sent. */
  asked: readonly { name: string; label: string }[];
};
