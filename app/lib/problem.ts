/**
 * The one error catalogue: code → status and title. `code` is stable for clients; the title is constant per code
 * (RFC 9457); the detail says what happened this time and is safe to show. Source: wire.md §1 "Errors".
 */
export const PROBLEMS = {
  invalid_request: { status: 400, title: "The request is not valid" },
  discount_not_started: { status: 400, title: "The discount code is not valid yet" },
  discount_expired: { status: 400, title: "The discount code is no longer valid" },
  discount_used_up: { status: 400, title: "The discount code is used up" },
  discount_already_used: { status: 400, title: "The customer has used this discount code" },
  discount_not_applicable: { status: 400, title: "The discount code is not for this contract" },
  currency_mismatch: { status: 400, title: "The contract is in another currency than the catalogue" },
  malformed_url: { status: 400, title: "The URL is malformed" },
  malformed_body: { status: 400, title: "The body could not be read" },
  unauthenticated: { status: 401, title: "Authentication is required" },
  invalid_credentials: { status: 401, title: "The credentials are not valid" },
  forbidden: { status: 403, title: "The caller may not do this" },
  address_not_allowed: { status: 403, title: "The API key is not accepted from this address" },
  second_factor_required: { status: 403, title: "Two-step sign-in has to be set up first" },
  switched_off: { status: 403, title: "The shop has switched this off" },
  second_discount_forbidden: { status: 403, title: "The shop allows one discount code at a time" },
  origin_mismatch: { status: 403, title: "The request came from another site" },
  not_found: { status: 404, title: "There is nothing here" },
  method_not_allowed: { status: 405, title: "The method is not allowed here" },
  conflict: { status: 409, title: "The current state does not allow this" },
  stale_version: { status: 409, title: "Someone else has changed this" },
  gone: { status: 410, title: "This is no longer kept" },
  already_exists: { status: 409, title: "This already exists" },
  discount_already_applied: { status: 409, title: "The discount code is applied already" },
  last_line: { status: 409, title: "Nothing would be left in the order" },
  limit_reached: { status: 409, title: "A limit of the shop is reached" },
  precondition_failed: { status: 412, title: "The resource has changed since it was read" },
  idempotency_key_reused: { status: 422, title: "The idempotency key belongs to another call" },
  idempotency_key_in_use: {
    status: 409,
    title: "The first call with this idempotency key is still in progress",
  },
  idempotency_answer_lost: { status: 409, title: "The response to the call is lost" },
  request_timeout: { status: 408, title: "The request came too slowly" },
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The media type of the body is not supported" },
  headers_too_large: { status: 431, title: "The URL or the headers are too large" },
  too_many_requests: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "The service is not available right now" },
} as const;

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

/** What a page's action answers: the handler's result, or the problem to show, with the fields as sent. */
export type ActionResult<R> =
  | { ok: true; result: R }
  | { ok: false; problem: ProblemBody; submitted: Record<string, string> };

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
  const shown = [...new Set(errors.map(toPlace))].slice(0, MAX_NAMED).join(", ");
  return new ProblemError("invalid_request", `Not valid: ${shown}. See "errors" for each.`, { errors });
}
