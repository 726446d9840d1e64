import { PROBLEMS } from "~/lib/problems/catalogue";

/** A code of the catalogue. The `detail` of a problem says what happened this time and is safe to show. */
export type ProblemCode = keyof typeof PROBLEMS;

/** One offending field: `parameter` for the URL, `pointer` (RFC 6901) for the body. */
export type FieldError = { parameter?: string; pointer?: string; code: string; detail: string };

export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ProblemCode;
  message: string;
  requestId: string;
  errors?: FieldError[];
  errorsTotal?: number;
};

/**
 * What a page's action answers: the handler's result, or the problem to show, with the fields as sent. `intent` names
 * the form.
 */
export type ActionResult<R> = { intent: string } & (
  | { ok: true; result: R }
  | { ok: false; problem: ProblemBody; submitted: Record<string, string> }
);

/** At most this many field errors are listed; `errorsTotal` then gives their number (wire.md §1 "Errors"). */
const MAX_LISTED_ERRORS = 1000;

/** Thrown anywhere below an endpoint; the endpoint turns it into problem+json or the page's error view. */
export class ProblemError extends Error {
  override name = "ProblemError";
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extra: {
      errors?: FieldError[];
      headers?: Record<string, string>;
      /** Further members of the document (RFC 9457 §3.2), for one kind of refusal. */
      members?: Record<string, unknown>;
      /** JSON callers get the answer only after this time. */
      answeredAfterMs?: number;
    } = {},
  ) {
    super(detail);
  }
  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** The request that a problem is about. `origin` is that of `toApiOrigin`. */
type ProblemPlace = { origin: string; instance: string; requestId: string };

export function toProblemBody(error: ProblemError, at: ProblemPlace): ProblemBody {
  const { status, title } = PROBLEMS[error.code];
  const errors = error.extra.errors;
  return {
    type: `${at.origin}/problems/${error.code}`,
    title,
    status,
    detail: error.detail,
    instance: at.instance,
    code: error.code,
    // Existing clients read `message` (wire.md §1 "Errors").
    message: errors?.length ? toMessage(errors) : error.detail,
    requestId: at.requestId,
    ...(errors && { errors: errors.slice(0, MAX_LISTED_ERRORS) }),
    ...(errors && errors.length > MAX_LISTED_ERRORS && { errorsTotal: errors.length }),
    ...error.extra.members,
  };
}

export const notFound = (detail = "Nothing was found at this address."): ProblemError =>
  new ProblemError("not_found", detail);

/** A parameter by its name, a field of the body by its path. */
const toPlace = ({ parameter, pointer }: FieldError): string => parameter ?? (pointer?.slice(1) || "body");

/** At most this many are named in `message`; `errors` lists all of them. */
const MAX_NAMED = 20;

/** The errors as one text: `size: Use a whole number from 1 to 2000.` */
export function toMessage(errors: readonly FieldError[]): string {
  const named = errors.slice(0, MAX_NAMED).map((error) => `${toPlace(error)}: ${error.detail}`);
  return [...named, ...(errors.length > MAX_NAMED ? [`And ${errors.length - MAX_NAMED} more.`] : [])].join(
    " ",
  );
}

/** 400 that names every offending field. */
export function invalidRequest(errors: FieldError[]): ProblemError {
  const shown = [...new Set(errors.slice(0, MAX_LISTED_ERRORS).map(toPlace))].slice(0, MAX_NAMED).join(", ");
  return new ProblemError("invalid_request", `Not valid: ${shown}. See "errors" for each.`, { errors });
}
