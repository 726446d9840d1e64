/** Reasons for a refusal, each with a text for customers. */
export type RefusalText =
  | "conflict"
  | "stale"
  | "switched_off"
  | "invalid"
  | "too_many"
  | "unavailable"
  | "fault"
  | "last_item"
  | "same_frequency"
  | "min_cycles"
  | "friends_today";

/** Errors of a single field. */
export type FieldProblem =
  | "required"
  | "invalid"
  | "too_long"
  | "postcode"
  | "province"
  | "phone"
  | "date"
  | "date_soon"
  | "date_far"
  | "date_end"
  | "number"
  | "choose"
  | "code_unknown"
  | "code_expired"
  | "code_not_started"
  | "code_used_up"
  | "code_not_for_products"
  | "code_applied"
  | "code_second"
  | "duplicate"
  | "reserved";

/** Portal texts for refusals, errors and links that do not work. */
export type ProblemTexts = {
  /** What was refused, and why. */
  refused: Record<RefusalText, string>;
  field: Record<FieldProblem, string>;
  summary: string;

  link: {
    expiredTitle: string;
    expired: string;
    usedTitle: string;
    used: string;
    signInTitle: string;
    signIn: string;
    email: string;
    send: string;
    sentTitle: string;
    sent: string;
    openTitle: string;
    open: string;
    openButton: string;
  };
  notFoundTitle: string;
  notFound: string;
  /** The page of every address of a closed shop. */
  shopClosed: { title: string; lead: string };
  faultTitle: string;
  fault: string;
  requestId: string;
};
